// What Helm makes of the chart's files, for tests: the few forms that they use. Anything else is refused.
import { createRequire } from 'node:module'

const yaml = createRequire(import.meta.url)('js-yaml') as {
  safeDump(value: unknown, options: object): string
  safeLoad(text: string): unknown
  safeLoadAll(text: string): unknown[]
}

export const parse = yaml.safeLoad

/** The objects of a file; `files` are those that it may read. Throws where a required value is missing. */
export function render(
  template: string,
  values: object,
  files: Readonly<Record<string, string>> = {},
): unknown[] {
  const lookup = (path: string) =>
    path
      .replace(/^\.Values\./, '')
      .split('.')
      .reduce<unknown>((value, key) => {
        const inner = (value as Record<string, unknown> | undefined)?.[key]
        if (inner === undefined) throw new Error(`The values have no ${path}.`)
        return inner
      }, values)
  const filled = (_: string, source: string): string => {
    const [call = '', filter = ''] = source.split(' | ')
    const result = evaluated(call.trim(), lookup, files)
    if (filter === 'quote') return JSON.stringify(String(result))
    if (filter === 'int') return String(Number(result))
    const columns = /^nindent (\d+)$/.exec(filter)?.[1]
    if (columns === undefined) throw new Error(`${source} is not known.`)
    return `\n${String(result).trimEnd()}`.replace(/\n/g, `\n${' '.repeat(Number(columns))}`)
  }
  const condition = /^\{\{- if (not )?(\S+) \}\}\n([\s\S]*)\{\{- end \}\}\n$/m.exec(template)
  if (condition && Boolean(lookup(condition[2]!)) === Boolean(condition[1])) return []
  const text = (condition?.[3] ?? template).replace(/\{\{-? (.+?) \}\}/g, filled)
  return yaml.safeLoadAll(text)
}

function evaluated(
  call: string,
  lookup: (path: string) => unknown,
  files: Readonly<Record<string, string>>,
): unknown {
  const [, name, form, paths = ''] = /^(printf|required) "(.*?)"(.*)$/.exec(call) ?? []
  const values = paths.trim().split(' ')
  if (name === 'printf')
    return values.reduce<string>((text, path) => text.replace(/%[sv]/, String(lookup(path))), form!)
  if (name === 'required') {
    const value = lookup(values[0]!)
    if (value === '') throw new Error(form)
    return value
  }
  const [verb, argument] = call.split(' ')
  if (verb === 'toYaml') return yaml.safeDump(lookup(argument!), { lineWidth: -1 })
  if (verb === '.Files.Get') return files[JSON.parse(argument!)]
  if (verb?.startsWith('.Values.') && argument === undefined) return lookup(verb)
  throw new Error(`${call} is not known.`)
}
