"""Prints a JSON description of the data set that the first argument names, a NetCDF file or a Zarr store, as xarray reads it."""

import hashlib
import json
import sys

import numpy
import xarray

path = sys.argv[1]
if path.endswith(".zarr"):
    dataset = xarray.open_zarr(path, consolidated=True, chunks=None)
else:
    dataset = xarray.open_dataset(path)
arrays = {
    name: {
        "dimensions": list(variable.dims),
        "shape": list(variable.shape),
        "attributes": dict(variable.attrs),
        "sha256": hashlib.sha256(numpy.ascontiguousarray(variable.values).tobytes()).hexdigest(),
    }
    for name, variable in dataset.variables.items()
}
print(json.dumps({"attributes": dict(dataset.attrs), "arrays": arrays, "coordinates": sorted(dataset.coords)}))
