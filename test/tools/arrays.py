"""Array files for the tests, written from first principles: no code is shared with the program under test."""

import io
import itertools
import math
import struct
import zipfile

# The struct letter of one element, or of its real and its imaginary part.
LETTERS = {
    "b1": "?", "i1": "b", "i2": "h", "i4": "i", "i8": "q", "u1": "B", "u2": "H", "u4": "I", "u8": "Q",
    "f2": "e", "f4": "f", "f8": "d", "c8": "ff", "c16": "dd", "V2": "bfloat16",
}  # fmt: skip

# The program's names of the dtypes.
DESCRS = {
    "bool": "|b1", "int8": "|i1", "int16": "<i2", "int32": "<i4", "int64": "<i8", "uint8": "|u1", "uint16": "<u2",
    "uint32": "<u4", "uint64": "<u8", "float16": "<f2", "bfloat16": "<V2", "float32": "<f4", "float64": "<f8",
    "complex64": "<c8", "complex128": "<c16",
}  # fmt: skip


def value(text, kind):
    """An element as the tests write it: a Python literal without blanks, inf, -inf or nan."""
    if kind == "b1":
        return {"true": True, "false": False}.get(text) if text in ("true", "false") else bool(int(text))
    if kind[0] in "iu":
        return int(text)
    return complex(text) if kind[0] == "c" else float(text)


def element(kind, number, order):
    letters = LETTERS[kind]
    if letters == "bfloat16":
        # The upper half of a float; the tests use values that bfloat16 has.
        return struct.pack(">f", number)[:2][:: 1 if order == ">" else -1]
    if kind[0] == "c":
        return struct.pack(order + letters, number.real, number.imag)
    return struct.pack(order + letters, number)


def in_fortran_order(shape, values):
    """The C-ordered values of an array of that shape, reordered so that the first index runs fastest."""
    strides = [math.prod(shape[axis + 1 :]) for axis in range(len(shape))]
    backward = itertools.product(*(range(extent) for extent in reversed(shape)))
    return [values[sum(index * stride for index, stride in zip(reversed(place), strides))] for place in backward]


def raw(descr, values):
    kind = descr.lstrip("<>|=")
    order = ">" if descr[0] == ">" else "<"
    return b"".join(element(kind, number, order) for number in values)


def header(text, version=1):
    """A .npy file's beginning, padded so that the data starts at a multiple of 64."""
    prefix = 10 if version == 1 else 12
    text = text.encode("utf8" if version == 3 else "latin1")
    text += b" " * (-(prefix + len(text) + 1) % 64) + b"\n"
    return b"\x93NUMPY" + bytes([version, 0]) + struct.pack("<H" if version == 1 else "<I", len(text)) + text


def npy(descr, shape, values, fortran=False, version=1):
    assert len(values) == math.prod(shape), f"{len(values)} values for shape {shape}"
    text = f"{{'descr': '{descr}', 'fortran_order': {fortran}, 'shape': {shape!r}, }}"
    return header(text, version) + raw(descr, in_fortran_order(shape, values) if fortran else values)


def add_to_npz(path, member, data, compressed=True):
    method = zipfile.ZIP_DEFLATED if compressed else zipfile.ZIP_STORED
    with zipfile.ZipFile(path, "a", method) as archive:
        archive.writestr(member + ".npy", data)


def npz(members, compressed=True):
    """The bytes of an archive with those members, name to .npy bytes."""
    stream = io.BytesIO()
    for name, data in members.items():
        add_to_npz(stream, name, data, compressed)
    return stream.getvalue()
