// `lms generate resource`: the files of a resource that is made, read, changed and deleted, to be filled with its fields,
// and its line in each list.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { Command } from 'commander'
import { serviceName } from '../services.ts'
import { say, sayJson } from '../terminal.ts'
import { type ResourceNames, resourceFiles } from './resource-files.ts'
import { linesOf, withLines } from './resource-lines.ts'

export function newResourceCommand(generate: Command): void {
  generate
    .command('resource')
    .description('write the contract, store, handlers and spec of a resource, and its lines in the lists')
    .argument('<service>', 'the service that keeps it: commerce')
    .argument('<several>', 'its path and folder, in the plural: tax-rates')
    .argument('<one>', 'the same in the singular: tax-rate')
    .argument('<prefix>', 'the three letters its ids begin with: tax')
    .option('--area <area>', 'the folder of its area, where the service has areas: catalog')
    .option('--json', 'answer with JSON')
    .action((service, several, one, prefix, { json, area }: { json?: boolean; area?: string }) => {
      const names = namesOf({ service, several, one, prefix, area })
      const { written, changed } = writeResource(names)
      if (json) return sayJson({ written, changed })
      say(`Written: ${written.join(', ')}`)
      say(`Its lines are in ${changed.join(', ')}.`)
      say(
        `Then declare the fields, and run lms generate migration ${service} ${several}, npm run generate, and npm run format.`,
      )
    })
}

interface Words {
  service: string
  several: string
  one: string
  prefix: string
  area: string | undefined
}

function namesOf({ service, several, one, prefix, area }: Words): ResourceNames {
  const word = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/
  if (!serviceName.test(service)) throw new Error(`${service} is no name of a service.`)
  for (const name of [several, one, ...(area === undefined ? [] : [area])])
    if (!word.test(name)) throw new Error(`Use lower-case letters and hyphens for ${name}: tax-rates.`)
  if (!/^[a-z]{3}$/.test(prefix)) throw new Error('Use three lower-case letters for the prefix: tax.')
  const camel = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  const pascal = (name: string) => camel(name).replace(/^\w/, letter => letter.toUpperCase())
  return {
    service,
    prefix,
    path: several,
    area: area ?? null,
    folder: area === undefined ? several : `${area}/${several}`,
    source: area === undefined ? '..' : '../..',
    file: one,
    table: several.replaceAll('-', '_'),
    words: { one: one.replaceAll('-', ' '), several: several.replaceAll('-', ' ') },
    operations: camel(several),
    resource: `${camel(one)}Resource`,
    object: pascal(one),
    store: `${pascal(one)}Store`,
    full: `${several.replaceAll('-', '_')}_limit_reached`,
  }
}

const root = new URL('../../../../', import.meta.url)

/**
 * Writes the folder and the lines of the lists; gives the paths of both. Throws, before anything is written, where the
 * folder is there, the service or the area is not, or the prefix is taken.
 */
function writeResource(names: ResourceNames): { written: string[]; changed: string[] } {
  const { service, folder, prefix, area } = names
  const source = new URL(`services/${service}/src/`, root)
  if (!existsSync(source)) throw new Error(`There is no folder services/${service}.`)
  if (area !== null && !existsSync(new URL(`${area}/resources.ts`, source)))
    throw new Error(`The service ${service} has no area ${area}: there is no ${area}/resources.ts.`)
  const targetFolder = new URL(`${folder}/`, source)
  if (existsSync(targetFolder))
    throw new Error(`The folder services/${service}/src/${folder} already exists.`)
  const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
  if (read('packages/contract/src/prefixes.ts').includes(`\n  ${prefix}: `))
    throw new Error(`The prefix ${prefix} is taken: packages/contract/src/prefixes.ts.`)
  const lists = linesOf(names).map(lines => ({ path: lines.path, text: withLines(read(lines.path), lines) }))
  mkdirSync(targetFolder)
  const files = resourceFiles(names)
  for (const [path, content] of Object.entries(files)) writeFileSync(new URL(path, targetFolder), content)
  for (const { path, text } of lists) writeFileSync(new URL(path, root), text)
  return {
    written: Object.keys(files).map(path => `services/${service}/src/${folder}/${path}`),
    changed: lists.map(({ path }) => path),
  }
}
