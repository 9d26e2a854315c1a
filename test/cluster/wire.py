# The wires between machines. Each machine has one TUN device, and every packet passes here, by its destination. A line
# of standard input changes the ways: `cut 1 2`, `slow 1 2 200` (milliseconds each way), `heal`.
import fcntl
import heapq
import os
import select
import struct
import sys
import time

TUNSETIFF = 0x400454CA
TUN_WITHOUT_HEADER = 0x1001


def device(name):
    wire = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(wire, TUNSETIFF, struct.pack("16sH", name.encode(), TUN_WITHOUT_HEADER))
    return wire


# The last byte of a machine's address is its number.
wires = {int(number): device(f"lms{number}") for number in sys.argv[1:]}
numbers = {wire: number for number, wire in wires.items()}
cuts = set()
delays = {}
waiting = []
count = 0
print("ready", flush=True)


def deliver(to, packet):
    try:
        os.write(wires[to], packet)
    except OSError:
        pass  # A full queue or a device that is down loses packets, as a network does.


def carry(packet):
    global count
    sender, to = packet[15], packet[19]
    way = frozenset((sender, to))
    if packet[0] >> 4 != 4 or to not in wires or way in cuts:
        return
    if way not in delays:
        return deliver(to, packet)
    count += 1
    heapq.heappush(waiting, (time.monotonic() + delays[way], count, to, packet))


def obey(words):
    if words[0] == "heal":
        cuts.clear()
        delays.clear()
    elif words[0] == "cut":
        cuts.add(frozenset(map(int, words[1:])))
    else:
        delays[frozenset(map(int, words[1:3]))] = int(words[3]) / 1000


while True:
    pause = max(0, waiting[0][0] - time.monotonic()) if waiting else None
    for source in select.select([0, *numbers], [], [], pause)[0]:
        if source == 0:
            # Whole lines: each is written at once.
            lines = os.read(0, 4096).decode().splitlines()
            if not lines:
                sys.exit()
            for line in lines:
                obey(line.split())
            continue
        for _ in range(64):
            try:
                carry(os.read(source, 65536))
            except OSError:
                break  # It has no more, or its machine is gone.
    while waiting and waiting[0][0] <= time.monotonic():
        deliver(*heapq.heappop(waiting)[2:])
