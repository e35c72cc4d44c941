"""Figures and numbers to take home: SVG, PDF, PNG, CSV, LaTeX, NumPy, TSV; to a file or the clipboard."""
