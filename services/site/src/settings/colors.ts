// Colours of the form #rrggbb, and how well one can be read on another: WCAG 2.2, "relative luminance" and "contrast
// ratio".

type Channels = readonly [red: number, green: number, blue: number]

const channelsOf = (color: string): Channels =>
  [1, 3, 5].map(at => Number.parseInt(color.slice(at, at + 2), 16)) as never

function luminanceOf(color: string): number {
  const [red, green, blue] = channelsOf(color).map(channel => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as never as Channels
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** 1 for equal colours, 21 for black on white; text needs 4.5, the edge of a button 3. */
export function contrastOf(one: string, other: string): number {
  const [darker, lighter] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b) as [number, number]
  return (lighter + 0.05) / (darker + 0.05)
}

export const isDark = (color: string): boolean => contrastOf(color, '#ffffff') > contrastOf(color, '#000000')

/** The colour with a share, 0 to 1, of another in it. */
export function mixed(color: string, other: string, share: number): string {
  const added = channelsOf(other)
  const channels = channelsOf(color).map((channel, index) =>
    Math.round(channel + (added[index]! - channel) * share),
  )
  return `#${channels.map(channel => channel.toString(16).padStart(2, '0')).join('')}`
}

/** The colour, with as little of `other` in it as gives it a contrast on all of `grounds`; `other` at most. */
export function readable(
  color: string,
  { on, other, least = 4.5 }: { on: readonly string[]; other: string; least?: number },
): string {
  const steps = Array.from({ length: 20 }, (_, step) => mixed(color, other, step / 20))
  return steps.find(step => on.every(ground => contrastOf(step, ground) >= least)) ?? other
}
