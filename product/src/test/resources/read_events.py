"""Scalars of an event file, one JSON object a line, by the formats' descriptions alone.

A record is a length, its masked CRC-32C, the bytes and their masked CRC-32C. The bytes are an Event
of event.proto: wall_time 1, step 2, summary 5; a Summary has values 1: tag 1, simple_value 2.
"""

import json
import struct
import sys


def table():
    rows = []
    for byte in range(256):
        for _ in range(8):
            byte = byte >> 1 ^ (0x82F63B78 if byte & 1 else 0)
        rows.append(byte)
    return rows


TABLE = table()


def masked(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc = TABLE[(crc ^ byte) & 255] ^ crc >> 8
    crc ^= 0xFFFFFFFF
    return ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF


def varint(data, at):
    value = shift = 0
    while True:
        value |= (data[at] & 127) << shift
        shift += 7
        at += 1
        if not data[at - 1] & 128:
            return value, at


def fields(data):
    at = 0
    while at < len(data):
        key, at = varint(data, at)
        if key & 7 == 0:
            value, at = varint(data, at)
        elif key & 7 == 1:
            value, at = data[at : at + 8], at + 8
        elif key & 7 == 2:
            length, at = varint(data, at)
            value, at = data[at : at + length], at + length
        else:
            value, at = data[at : at + 4], at + 4
        yield key >> 3, value


with open(sys.argv[1], "rb") as file:
    content = file.read()
place = 0
while place < len(content):
    (size,) = struct.unpack_from("<Q", content, place)
    head, record = content[place : place + 8], content[place + 12 : place + 12 + size]
    assert struct.unpack_from("<I", content, place + 8)[0] == masked(head), place
    assert struct.unpack_from("<I", content, place + 12 + size)[0] == masked(record), place
    place += 16 + size
    event = dict(fields(record))
    for number, value in fields(event.get(5, b"")):
        scalar = dict(fields(value)) if number == 1 else {}
        if 2 in scalar:
            (real,) = struct.unpack("<f", scalar[2])
            print(json.dumps({"step": event.get(2, 0), "tag": scalar[1].decode(), "value": real}))
