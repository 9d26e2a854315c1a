// Seconds of a block that a person has watched, as ranges: `[from, to)`. A report adds its segments. A union is the same in
// any order and repeated any number of times, so repeated reports, seeking and two tabs need no memory of reports.

export type Segment = readonly [from: number, to: number]

/** Maximum ranges that are kept of a block. Players that report more have the narrowest gaps closed. */
export const maxPieces = 200
/** New seconds per second of real time since the last report: the fastest playback. */
const fastest = 4
/** New seconds that a report may bring besides: players report late after a pause of the network. */
const spareSeconds = 60

/** Sorted ranges without overlaps, clipped to the length of the block where it is known; touching ones are one. */
export function normal(segments: readonly Segment[], length: number | null = null): Segment[] {
  const clipped = segments
    .map(
      ([from, to]): Segment => [
        Math.max(0, Math.floor(from)),
        Math.min(Math.ceil(to), length ?? Number.POSITIVE_INFINITY),
      ],
    )
    .filter(([from, to]) => to > from)
    .sort(([one], [other]) => one - other)
  const merged: [number, number][] = []
  for (const [from, to] of clipped) {
    const last = merged.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else merged.push([from, to])
  }
  return merged
}

/** The number of seconds. */
export const secondsOf = (ranges: readonly Segment[]): number =>
  ranges.reduce((sum, [from, to]) => sum + to - from, 0)

/** The seconds of `segments` that are not in `watched`; both are normal. */
export function newSeconds(watched: readonly Segment[], segments: readonly Segment[]): Segment[] {
  const fresh: Segment[] = []
  for (const [from, to] of segments) {
    let at = from
    for (const [start, end] of watched) {
      if (end <= at) continue
      if (start >= to) break
      if (start > at) fresh.push([at, start])
      at = Math.max(at, end)
    }
    if (at < to) fresh.push([at, to])
  }
  return fresh
}

/** The new seconds that a report may bring, `elapsed` seconds of real time after the last one; null for the first. */
export const maxNew = (elapsed: number | null): number =>
  Math.floor(fastest * Math.max(0, elapsed ?? 0)) + spareSeconds

export interface Report {
  watched: Segment[]
  /** New seconds that were dropped, because nobody can have watched them in the time. */
  dropped: number
}

/** What is watched after a report: the first of its new seconds, as many as can have been watched. */
export function reported(
  watched: readonly Segment[],
  segments: readonly Segment[],
  { elapsed, length }: { elapsed: number | null; length: number | null },
): Report {
  const before = normal(watched)
  let remaining = maxNew(elapsed)
  let dropped = 0
  const acceptedSegments: Segment[] = []
  for (const [from, to] of newSeconds(before, normal(segments, length))) {
    const take = Math.min(remaining, to - from)
    if (take > 0) acceptedSegments.push([from, from + take])
    remaining -= take
    dropped += to - from - take
  }
  return { watched: atMostPieces(normal([...before, ...acceptedSegments])), dropped }
}

/** Closes the narrowest gaps until the number of ranges is within its bound: nothing that was watched is lost. */
function atMostPieces(ranges: Segment[]): Segment[] {
  const surplus = ranges.length - maxPieces
  if (surplus <= 0) return ranges
  const gaps = ranges.slice(1).map(([from], index) => ({ index, width: from - ranges[index]![1] }))
  const closed = new Set(
    gaps
      .sort((one, other) => one.width - other.width || one.index - other.index)
      .slice(0, surplus)
      .map(({ index }) => index),
  )
  const joined: [number, number][] = []
  for (const [index, [from, to]] of ranges.entries()) {
    if (index > 0 && closed.has(index - 1)) joined.at(-1)![1] = to
    else joined.push([from, to])
  }
  return joined
}
