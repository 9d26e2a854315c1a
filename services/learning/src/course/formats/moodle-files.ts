// The files of a backup of Moodle, by the names that its texts have for them.

export const moodleManifestPath = 'moodle_backup.xml'

export interface MoodleFile {
  path: string
  /** With the folder inside of its area: `pictures/sky.png`. */
  name: string
  context: string
  component: string
  area: string
  item: string
}

/** Finds the file that a text means: of its activity, named as `context 7`, or of its question, as `question 7`. */
export function moodleFileFinder(
  files: readonly MoodleFile[],
): (base: string, href: string) => string | null {
  const byName = Map.groupBy(files, ({ name }) => name)
  return (base, href) => {
    const match = /^@@PLUGINFILE@@\/([^?#]+)/.exec(href)
    if (!match) return null
    let name = match[1]!
    try {
      name = decodeURIComponent(name)
    } catch {
      // It stands there as it is.
    }
    const named = byName.get(name) ?? []
    const [kind, id] = base.split(' ')
    const near = named.find(({ context, component, item }) =>
      kind === 'question' ? component === 'question' && item === id : context === id,
    )
    const [only] = named
    return near?.path ?? (named.length === 1 ? only!.path : null)
  }
}
