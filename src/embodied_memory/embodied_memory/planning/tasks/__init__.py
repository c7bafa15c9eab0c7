"""Doing what people ask for in a home: reading it, finding what is meant, planning, checking, acting, reporting."""
