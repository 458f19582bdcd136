"""A trace in the forms that other programs open: pictures, a film, data, scripts, and the stepper in one file."""
