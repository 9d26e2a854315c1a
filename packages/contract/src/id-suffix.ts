// The 26 letters of a new TypeID: a UUIDv7 (RFC 9562, 5.7) in base32, written straight as letters. Every delivery makes two
// ids, and every change several: by way of bytes and the UUID's own text one costs fifteen times as much.
//
// 130 bits, of which the first two are 0: 48 of milliseconds (ten letters), 4 of version, 12 + 17 of a counter with 2 of
// variant in between (seven letters), 45 random (nine letters).
import { randomFillSync } from 'node:crypto'

const letters = '0123456789abcdefghjkmnpqrstvwxyz'
const pairs = Array.from({ length: 1024 }, (_, bits) => letters[bits >> 5]! + letters[bits & 31]!)
const mostCounted = 2 ** 29

let time = 0
let timeLetters = ''
let counter = 0

/** Letters that rise from one call to the next in this process, also while the clock stands still or is set back. */
export function newSuffix(): string {
  const now = Date.now()
  counter += 1
  if (now > time) startAt(now)
  else if (counter >= mostCounted) startAt(time + 1)
  return timeLetters + counted(counter) + nineByChance()
}

/** A random beginning, below the middle so that there is room to count: two processes in one millisecond differ. */
function startAt(ms: number): void {
  time = ms
  const high = Math.floor(ms / 2 ** 20)
  timeLetters =
    pairs[(high >> 20) & 1023]! +
    pairs[(high >> 10) & 1023]! +
    pairs[high & 1023]! +
    pairs[(ms >>> 10) & 1023]! +
    pairs[ms & 1023]!
  const at = bytesAt(4)
  counter =
    ((pool[at]! << 20) | (pool[at + 1]! << 12) | (pool[at + 2]! << 4) | (pool[at + 3]! & 15)) &
    (mostCounted / 2 - 1)
}

// Version 0111, twelve bits of the counter, variant 10, seventeen bits of the counter.
const counted = (count: number): string => {
  const high = count >>> 17
  const low = count & 0x1ffff
  return (
    pairs[(0b0111 << 6) | (high >> 6)]! +
    pairs[((high & 63) << 4) | 0b1000 | (low >> 15)]! +
    pairs[(low >> 5) & 1023]! +
    letters[low & 31]!
  )
}

const nineByChance = (): string => {
  const at = bytesAt(9)
  const pair = (place: number) => pairs[((pool[at + place]! << 8) | pool[at + place + 1]!) & 1023]!
  return pair(0) + pair(2) + pair(4) + pair(6) + letters[pool[at + 8]! & 31]!
}

// Many at a time: asking the system costs as much as everything else together.
const pool = Buffer.alloc(4096)
let used = pool.length

/** The place of so many fresh random bytes in the pool. */
function bytesAt(count: number): number {
  if (used + count > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += count
  return used - count
}
