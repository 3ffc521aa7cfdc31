"""A reader of Zarr v3 after the specification alone, with NumPy and the codecs of numcodecs: independent of the writer and of any Zarr library.

Prints a JSON description of the store that the first argument names.
"""

import hashlib
import itertools
import json
import math
import pathlib
import sys

import numcodecs
import numpy


def read_array(folder, metadata):
    assert metadata["zarr_format"] == 3 and metadata["node_type"] == "array"
    assert metadata["chunk_grid"]["name"] == "regular"
    assert metadata["chunk_key_encoding"]["name"] == "default"
    separator = metadata["chunk_key_encoding"]["configuration"]["separator"]
    shape = metadata["shape"]
    chunk_shape = metadata["chunk_grid"]["configuration"]["chunk_shape"]
    assert len(shape) == len(chunk_shape) == len(metadata["dimension_names"])
    values = numpy.full(shape, float(metadata["fill_value"]), metadata["data_type"])
    for index in itertools.product(*(range(math.ceil(n / c)) for n, c in zip(shape, chunk_shape))):
        file = folder / separator.join(["c", *map(str, index)])
        if not file.exists():
            continue
        chunk = decode(file.read_bytes(), metadata).reshape(chunk_shape)
        region = tuple(slice(i * c, min((i + 1) * c, n)) for i, c, n in zip(index, chunk_shape, shape))
        values[region] = chunk[tuple(slice(0, r.stop - r.start) for r in region)]
    return values


def decode(data, metadata):
    bytes_codec, *compressors = metadata["codecs"]
    assert bytes_codec["name"] == "bytes"
    for codec in reversed(compressors):
        assert codec["name"] == "blosc"
        assert (data[2] & 1 == 1) == (codec["configuration"]["shuffle"] == "shuffle") or data[2] & 2
        assert data[3] == codec["configuration"]["typesize"]
        data = numcodecs.Blosc().decode(data)
    endian = {"little": "<", "big": ">"}[bytes_codec["configuration"]["endian"]]
    return numpy.frombuffer(data, numpy.dtype(metadata["data_type"]).newbyteorder(endian))


def describe(store):
    group = json.loads((store / "zarr.json").read_text())
    assert group["zarr_format"] == 3 and group["node_type"] == "group"
    consolidated = group["consolidated_metadata"]["metadata"]
    arrays = {}
    for folder in sorted(file.parent for file in store.glob("*/zarr.json")):
        metadata = json.loads((folder / "zarr.json").read_text())
        assert metadata == consolidated[folder.name], folder.name
        values = read_array(folder, metadata)
        arrays[folder.name] = {
            "dimensions": metadata["dimension_names"],
            "shape": list(values.shape),
            "attributes": metadata["attributes"],
            "sha256": hashlib.sha256(numpy.ascontiguousarray(values).tobytes()).hexdigest(),
        }
    assert set(arrays) == set(consolidated)
    return {"attributes": group["attributes"], "arrays": arrays}


print(json.dumps(describe(pathlib.Path(sys.argv[1]))))
