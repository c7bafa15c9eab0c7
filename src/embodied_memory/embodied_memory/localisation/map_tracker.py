"""Where the base stands in the map, from one view to the next: tracked, lost, found again.

The given poses lead; what is seen corrects them, by an error-state Kalman filter over x, y and yaw. How much
the given pose is off from one look to the next is learned from the fits (adaptive filtering after Mehra, 1970):
they tell a pose that is right, one that wavers and one that drifts. A fit that differs by no more than its own
deviation changes nothing.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from embodied_memory.config.senses import LocalisationConfig, MotionConfig
from embodied_memory.geometry.pose import MapRevision
from embodied_memory.localisation.localised import LevelView, LocalisationStatus, Placed, Search, Unfixed
from embodied_memory.localisation.planar import BaseMotion, carried, inverse, moved, spatial, step_between
from embodied_memory.localisation.surfel_fit import PLENTY, Fit, fit_to_map, is_clear, is_good, search_map
from embodied_memory.localisation.surfels import Patches, SurfelMap, together

Array = NDArray[np.float64]

_SURPRISE = 16.0
"""Squared, in deviations."""
_SURE_OVERLAP, _SURE_FIT = 0.75, 0.88
_APART_M, _APART_RAD = 0.05, 0.02
"""The pose as it is given is worth a try of its own when it is farther than this from the corrected one."""
_VIEWS_OF_STAND = 6
_GAIN = 1.25
_MOST_NOISE, _FACTOR_MEMORY = 5.0, 0.1
_STAYS_LOST = "nothing is written until what it sees fits the map again"


class MapTracker:
    """Holds the surfels of earlier views, the filter, and the correction in force."""

    def __init__(self, config: LocalisationConfig) -> None:
        self._config = config
        self.surfels = SurfelMap(config.registration)
        self.filter = PoseFilter(config.motion)
        self.correction = np.zeros(3)
        self._search: Search | None = None
        self._noise_factor = 1.0
        self._given: Array | None = None
        self.is_fixed = False
        """Whether the last view was compared with the map, or is what the map begins with."""
        self._unfixed: Unfixed | None = None
        self._stand: list[Patches] = []

    def place(self, view: LevelView) -> Placed:
        """Find the base of one view; what is not lost is written into the map of surfels."""
        if not view.motion.stood_still:
            self._leave_stand(view)
        before, self._given = self._given, view.given
        if view.is_lost:
            return self._lose("the covariance of the pose says that it is not known", [self.correction, np.zeros(3)])
        if not len(self.surfels):
            return self._begin(view, np.zeros(3))
        if view.motion.jumped and before is not None:
            self._jump(view, before)
        return self._recover(view) if self._search is not None else self._follow(view)

    def _follow(self, view: LevelView) -> Placed:
        """Track: drive, compare with the map, correct."""
        self.filter.drive(moved(self.correction, view.given), view.motion, view.covariance)
        seen = self._seen_from_here(view)
        fit = self._fit(seen, self.filter.pose)
        best = fit if self._is_sure(fit) else self._best_of(fit, self._elsewhere(view, seen))
        if self._is_expected(best):
            return self._accept(view, best if self._tells_more(best, fit) else replace(best, pose=self.filter.pose))
        if is_clear(best, self._config.registration) and best.agreeing > _GAIN * fit.agreeing_at_start:
            return self._suspect(view, best)
        if self._is_contradicted(fit):
            return self._lose("what the robot sees is not where the map has it", [self.correction, np.zeros(3)])
        return self._keep(view)

    def _elsewhere(self, view: LevelView, seen: Patches) -> list[Fit]:
        """Where else the view may fit: farther from where it is expected, and where the pose as given has it."""
        config, factor = self._config.registration, self._noise_factor
        starts = [self.filter.pose]
        apart = step_between(self.filter.pose, view.given)
        if np.hypot(apart[0], apart[1]) > _APART_M or abs(apart[2]) > _APART_RAD:
            starts.append(view.given)
        fits = [self._fit(seen, start) for start in starts[1:]]
        found = search_map(seen, self.surfels, starts, config, factor)
        return fits if found is None else [*fits, found]

    def _best_of(self, fit: Fit, others: list[Fit]) -> Fit:
        """The fit in which most agrees; what is not expected must explain clearly more than what is."""
        good = [other for other in others if is_good(other, self._config.registration)]
        expected = [fit, *(other for other in good if self._is_expected(other))]
        best = max(expected, key=lambda one: one.agreeing if is_good(one, self._config.registration) else 0)
        far = max(good, key=lambda one: one.agreeing, default=best)
        return far if far.agreeing > _GAIN * best.agreeing else best

    def _suspect(self, view: LevelView, fit: Fit) -> Placed:
        """It fits, but not where the robot should be: the next view must say so, too."""
        placed = self._lose(
            "what the robot sees fits another place than it should be at", [self.correction, np.zeros(3)]
        )
        self._take_up(view, fit)
        return placed

    def _take_up(self, view: LevelView, fit: Fit) -> None:
        """Stand where a lost robot seems to be, until the next view confirms it."""
        assert self._search is not None
        self.filter.begin(fit.pose, fit.covariance)
        self.correction = self._correction_of(view, fit.pose)
        self._search.found, self._search.quiet = 1, 0
        self._stand = [*self._stand, view.patches][-_VIEWS_OF_STAND:]

    def _accept(self, view: LevelView, fit: Fit) -> Placed:
        """The view fits: take the fit in, and move what was written without one."""
        old, doubt = self.correction, np.diag(self.filter.covariance)
        self.filter.accept(fit)
        self.correction = self._correction_of(view, self.filter.pose)
        self._noise_factor += _FACTOR_MEMORY * (
            np.clip(self._noise_factor * fit.excess, 1.0, _MOST_NOISE) - self._noise_factor
        )
        revision = None if self._unfixed is None else self._revise(view, old, self._unfixed.share_of(doubt))
        self._unfixed, self.is_fixed = None, True
        self._write(view)
        return Placed(self._status(), revision=revision)

    def _keep(self, view: LevelView) -> Placed:
        """Nothing to compare with: the correction stays."""
        self._unfixed = self._unfixed or Unfixed(view.stamp_ns)
        self._unfixed.doubts.append(np.diag(self.filter.covariance))
        self.is_fixed = False
        self._stand = [*self._stand, view.patches][-_VIEWS_OF_STAND:]
        status = self._status()
        drifting = status is LocalisationStatus.DRIFTING
        return Placed(
            status, "the robot has not seen for a while what it could tell its place by" if drifting else ""
        )

    def _begin(self, view: LevelView, correction: Array) -> Placed:
        """Take the pose as it is given, moved by a correction."""
        self._search, self.correction = None, correction
        covariance = np.diag(self.filter.noise) if view.covariance is None else view.covariance
        self.filter.begin(moved(correction, view.given), covariance)
        self.is_fixed, self._unfixed = True, None
        self._write(view)
        return Placed(LocalisationStatus.LOCALISED)

    def _lose(self, reason: str, corrections: list[Array]) -> Placed:
        if self._search is None:
            self._search = Search(reason, corrections)
        self._search.found = self._search.quiet = 0
        self.is_fixed, self._stand = False, []
        return Placed(LocalisationStatus.LOST, f"{reason}; {_STAYS_LOST}")

    def _jump(self, view: LevelView, before: Array) -> None:
        """The pose jumped: perhaps it was right and is wrong now, perhaps the reverse, and the robot stood still."""
        way, turn = float(np.hypot(*view.motion.step[:2])), float(np.degrees(abs(view.motion.step[2])))
        stood = self._correction_of(view, moved(self.correction, before))
        self._search = None
        self._lose(f"the pose jumped by {way:.1f} m and {turn:.0f} degrees", [self.correction, np.zeros(3), stood])

    def _recover(self, view: LevelView) -> Placed:
        """Try what may be; the second view in a row that fits is used."""
        search = self._search
        assert search is not None
        seen = self._seen_from_here(view)
        if search.found:
            self.filter.drive(moved(self.correction, view.given), view.motion, view.covariance)
            fit = self._fit(seen, self.filter.pose)
            if self._is_expected(fit):
                self._search = None
                return self._accept(view, fit)
        starts = [moved(correction, view.given) for correction in search.corrections]
        fits = [self._fit(seen, start) for start in starts]
        clear = [fit for fit in fits if is_clear(fit, self._config.registration)]
        found = max(clear, key=lambda fit: fit.agreeing) if clear else self._searched(seen, starts)
        if found is not None:
            self._take_up(view, found)
        else:
            search.found, search.quiet = 0, 0 if any(map(self._is_contradicted, fits)) else search.quiet + 1
            if search.quiet >= self._config.trust.views_to_trust:
                return self._begin(view, np.zeros(3))
            self._stand = [*self._stand, view.patches][-_VIEWS_OF_STAND:]
        return Placed(LocalisationStatus.LOST, f"{search.reason}; {_STAYS_LOST}")

    def _searched(self, seen: Patches, starts: list[Array]) -> Fit | None:
        found = search_map(seen, self.surfels, starts, self._config.registration, self._noise_factor)
        return found if found is not None and is_clear(found, self._config.registration) else None

    def _leave_stand(self, view: LevelView) -> None:
        """The robot has moved on: write what fitted nothing."""
        if self._stand and self._search is None:
            self.surfels.add(together(self._stand).seen_from(spatial(self.filter.pose)), view.stamp_ns - 1)
        self._stand = []

    def _revise(self, view: LevelView, old: Array, share: Array) -> MapRevision | None:
        """Move what was written without a fit, if it was off by enough. share: (2,) as in `Unfixed.share_of`."""
        assert self._unfixed is not None
        was = moved(old, view.given)
        change = step_between(was, self.filter.pose) * np.array([share[0], share[0], share[1]])
        trust = self._config.trust
        if np.hypot(*change[:2]) < trust.revision_m and abs(change[2]) < np.radians(trust.revision_deg):
            return None
        map_T_map = spatial(moved(moved(was, change), inverse(was)))
        self.surfels.move(map_T_map, self._unfixed.since_ns)
        return MapRevision(self._unfixed.since_ns, view.stamp_ns - 1, map_T_map)

    def _seen_from_here(self, view: LevelView) -> Patches:
        """The view, with earlier ones of the same stand that are not written yet: together they show more."""
        return together([*self._stand, view.patches])

    def _fit(self, seen: Patches, start: Array) -> Fit:
        return fit_to_map(seen, self.surfels, start, self._config.registration, self._noise_factor)

    def _is_expected(self, fit: Fit) -> bool:
        """A good fit where the robot is thought to be."""
        return is_good(fit, self._config.registration) and self.filter.surprise(fit) < _SURPRISE

    def _is_sure(self, fit: Fit) -> bool:
        """Nothing else needs to be tried."""
        return fit.overlap >= _SURE_OVERLAP and fit.agreement >= _SURE_FIT and self._is_expected(fit)

    def _tells_more(self, best: Fit, fit: Fit) -> bool:
        """Whether it explains clearly more of the view than where the robot was thought to be, or most of it."""
        return best.overlap >= PLENTY or best.agreeing > _GAIN * fit.agreeing_at_start

    def _is_contradicted(self, fit: Fit) -> bool:
        config = self._config.registration
        much = fit.compared >= config.min_patches and fit.overlap >= config.contradicted
        return much and fit.agreement < config.contradiction

    def _correction_of(self, view: LevelView, pose: Array) -> Array:
        """(3,) map_T_believed that takes what was given to a pose."""
        return moved(pose, inverse(view.given))

    def _write(self, view: LevelView) -> None:
        self.surfels.add(self._seen_from_here(view).seen_from(spatial(self.filter.pose)), view.stamp_ns)
        self._stand = []

    def _status(self) -> LocalisationStatus:
        deviations, trust = np.sqrt(np.diag(self.filter.covariance)), self._config.trust
        vague = max(deviations[:2]) > trust.drifting_m or deviations[2] > np.radians(trust.drifting_deg)
        return LocalisationStatus.DRIFTING if vague else LocalisationStatus.LOCALISED


_MEMORY = 0.1
"""Share of the newest fit in the learned deviation."""
_SIGNIFICANT = 9.0
"""Squared, in deviations of the fit."""
_TELLING_M, _TELLING_RAD = 0.03, 0.01
"""A fit teaches only about directions that it knows better than this."""
_LEAST = np.array([1e-3, 1e-3, 2e-4]) ** 2


class PoseFilter:
    """pose: (3,) in map. covariance: (3, 3) of it in the frame of the base. noise: (3,) variances that each new pose
    adds, along the base, across it, and of yaw.
    """

    def __init__(self, config: MotionConfig) -> None:
        self._config = config
        self.noise = np.array([config.noise_m, config.noise_m, np.radians(config.noise_deg)]) ** 2
        self.pose = np.zeros(3)
        self.covariance = np.zeros((3, 3))
        self._moved_since_fit = False

    def begin(self, pose: Array, covariance: Array) -> None:
        """Stand at a pose (3,), with a covariance (3, 3) in the frame of the base."""
        self.pose, self.covariance = np.array(pose), np.array(covariance)

    def drive(self, pose: Array, motion: BaseMotion, given: Array | None) -> None:
        """Follow what the base is said to have done. pose: (3,) where that leads to in map.

        given: (3, 3) covariance that came with the pose, in the frame of the base; it counts until better is known.
        """
        self.covariance = carried(self.covariance, motion.step)
        self.pose = np.array(pose)
        if motion.stood_still:
            return
        way = float(np.hypot(motion.step[0], motion.step[1]))
        drift = np.array([self._config.drift * way] * 2 + [np.radians(self._config.drift_deg_per_m) * way]) ** 2
        noise = self.noise if given is None else np.maximum(self.noise, np.diag(given))
        self.covariance = self.covariance + np.diag(drift + noise)
        self._moved_since_fit = True

    def surprise(self, fit: Fit) -> float:
        """How far a fit is from the pose, squared, in deviations of both."""
        step = step_between(self.pose, fit.pose)
        return float(step @ np.linalg.solve(self.covariance + fit.covariance, step))

    def accept(self, fit: Fit) -> None:
        """Take a fit in, weighed against the pose."""
        step = step_between(self.pose, fit.pose)
        if self._moved_since_fit:
            self._learn(step, fit.covariance)
        gain = self.covariance @ np.linalg.inv(self.covariance + fit.covariance)
        if float(step @ np.linalg.solve(fit.covariance, step)) > _SIGNIFICANT:
            self.pose = moved(self.pose, gain @ step)
        keep = np.eye(3) - gain
        self.covariance = keep @ self.covariance @ keep.T + gain @ fit.covariance @ gain.T
        self._moved_since_fit = False

    def _learn(self, step: Array, covariance: Array) -> None:
        """What the last move added: how far the fit was from where the robot was thought to be."""
        variances = np.diag(covariance)
        telling = variances < np.array([_TELLING_M, _TELLING_M, _TELLING_RAD]) ** 2
        seen = np.maximum(step**2 - variances, 0.0)
        self.noise = np.where(telling, (1 - _MEMORY) * self.noise + _MEMORY * seen, self.noise)
        self.noise = np.maximum(self.noise, _LEAST)
