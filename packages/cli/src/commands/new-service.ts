// `lms generate service`: the folder of a new service, which is all that a service needs.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { Command } from 'commander'
import { serviceName } from '../services.ts'
import { say, sayJson } from '../terminal.ts'

export function newServiceCommand(generate: Command): void {
  generate
    .command('service')
    .description('write the folder of a new service without operations')
    .argument('<name>', 'the name of the service, its schema and its folder: learning')
    .argument('<area>', 'the area in the documentation: "Courses and lessons"')
    .option('--json', 'answer with JSON')
    .action((name: string, area: string, { json }: { json?: boolean }) => {
      const written = writeService(name, area)
      if (json) return sayJson({ written })
      say(`Written: ${written.join(', ')}`)
      say(
        'Next: npm install, which links the service, then npm run generate, which writes it into the generated files.',
      )
    })
}

/** Writes the folder; returns the paths of its files. Throws if it already exists. */
function writeService(name: string, area: string): string[] {
  if (!serviceName.test(name)) throw new Error('Use lower-case letters and digits for the name: learning.')
  const root = new URL('../../../../', import.meta.url)
  const folder = new URL(`services/${name}/`, root)
  if (existsSync(folder)) throw new Error(`The folder services/${name} already exists.`)
  const files = filesOf(
    name,
    area,
    JSON.parse(readFileSync(new URL('packages/contract/package.json', root), 'utf8')),
  )
  mkdirSync(new URL('src/', folder), { recursive: true })
  mkdirSync(new URL('migrations/', folder))
  for (const [path, content] of Object.entries(files)) writeFileSync(new URL(path, folder), content)
  return Object.keys(files).map(path => `services/${name}/${path}`)
}

interface NewService {
  version: string
  dependencies: Record<string, string>
}

function filesOf(name: string, area: string, { version, dependencies }: NewService): Record<string, string> {
  const manifest = {
    name: `@lms/${name}`,
    version,
    description: area,
    license: 'MIT',
    private: true,
    type: 'module',
    exports: { './contract': './src/contract.ts', './service': './src/service.ts' },
    dependencies: {
      '@lms/contract': version,
      '@lms/events': version,
      '@lms/service-host': version,
      zod: dependencies.zod,
    },
  }
  return {
    'package.json': `${JSON.stringify(manifest, null, 2)}\n`,
    'README.md': `# ${name}\n\n${area}.\n\n* **Owns** the schema \`${name}\`.\n`,
    // Git does not store empty folders.
    'migrations/.gitkeep': '',
    'src/contract.ts': `// What outsiders may know of this service.
import { contract } from '@lms/contract'

export const ${name}Contract = contract({
  service: '${name}',
  area: ${quoted(area)},
  resources: {},
})
`,
    'src/builder.ts': `// The stores of this service, and the builder that ties its handlers and reactions to them.
import { defineService, type StoresOf } from '@lms/service-host'

export const builder = defineService({})
export type Stores = StoresOf<typeof builder.stores>
`,
    'src/service.ts': `// ${area}.
import { migrationsIn } from '@lms/service-host'
import { builder } from './builder.ts'
import { ${name}Contract } from './contract.ts'

export const ${name}Service = builder.build({
  contract: ${name}Contract,
  migrations: migrationsIn(new URL('../migrations/', import.meta.url)),
  resources: [],
})
`,
    'src/main.ts': `import { main } from '@lms/service-host'
import { ${name}Service } from './service.ts'

if (import.meta.main) await main(${name}Service)
`,
  }
}

const quoted = (text: string) =>
  text.includes("'") ? JSON.stringify(text) : `'${text.replaceAll('\\', '\\\\')}'`
