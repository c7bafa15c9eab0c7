"""What the robot says: answers, reasons, plans, offers, small talk."""
