import sys
from pathlib import Path

BENCHMARK = Path(__file__).parents[3] / "benchmarks" / "memory"
sys.path.insert(0, str(BENCHMARK))
