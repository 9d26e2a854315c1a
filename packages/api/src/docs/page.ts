// The API reference as one HTML page without external resources, readable offline and without scripts.

import type { OpenApiDocument } from '../openapi/document.ts'
import type { Json } from '../openapi/schemas.ts'
import { queryIntroduction, queryRules } from '../queries.ts'
import { receivingIntroduction, receivingRules } from '../receiving.ts'
import { code, escapeHtml, html, markdown } from './html.ts'
import { describeSchema, resolve } from './schema.ts'
import { style } from './style.ts'

/** The page for /docs. */
export function docsPage(document: OpenApiDocument): string {
  const info = document.info as Record<'title' | 'description', string>
  const server = (document.servers as { url: string }[])[0]!.url
  const areas = document.tags.map(({ name }) => name)
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(info.title)}</title><style>${style}</style></head><body>
<nav><b>${escapeHtml(info.title)}</b>${doors}${areas.map(area => navigation(document, area)).join('')}<a href="#queries">Queries of lists</a><a href="#receiving">Receiving events</a><a href="#schemas">Schemas</a></nav>
<main><h1>${escapeHtml(info.title)}</h1>
<p>${markdown(info.description)}</p>
<p>Address: ${code(server)} · <a href="/openapi.json">OpenAPI document</a></p>
${areas.map(area => areaSection(document, area)).join('\n')}
<h2 id="queries">Queries of lists</h2>
${rules(queryIntroduction, queryRules)}
<h2 id="receiving">Receiving events</h2>
${rules(receivingIntroduction, receivingRules)}
<h2 id="schemas">Schemas</h2>
${Object.entries(document.components.schemas!)
  .map(([name, schema]) => folded(`schema-${name}`, code(name), describeSchema(schema)))
  .join('\n')}
</main></body></html>
`
}

/** The other doors of the documentation (`guides.ts`). */
const doors =
  '<a href="/docs/start">Start</a><a href="/docs/start#guides">Guides</a><a href="/docs/start#running-it">Running it</a>'

const rules = (
  introduction: string,
  table: readonly (readonly [string, string])[],
) => `<p>${markdown(introduction)}</p>
<dl>${table.map(([part, rule]) => `<dt>${markdown(part)}</dt><dd>${markdown(rule)}</dd>`).join('\n')}</dl>`

interface DocumentedOperation {
  method: string
  path: string
  operation: Json
}

function operationsIn(document: OpenApiDocument, area: string): DocumentedOperation[] {
  const table = area === 'Events' ? document.webhooks : document.paths
  return Object.entries(table).flatMap(([path, item]) =>
    Object.entries(item as Record<string, Json>)
      .filter(([, operation]) => (operation.tags as string[]).includes(area))
      .map(([method, operation]) => ({
        method: area === 'Events' ? 'event' : method.toUpperCase(),
        path,
        operation,
      })),
  )
}

const anchor = ({ operation }: DocumentedOperation) => `op-${operation.operationId}`

const navigation = (
  document: OpenApiDocument,
  area: string,
) => `<details open><summary>${escapeHtml(area)}</summary>
${operationsIn(document, area)
  .map(entry => html`<a href="#${anchor(entry)}"><i>${entry.method}</i> ${entry.path.replace('/v1', '')}</a>`)
  .join('')}</details>`

const areaSection = (document: OpenApiDocument, area: string) => `<h2>${escapeHtml(area)}</h2>
${operationsIn(document, area)
  .map(entry => operationSection(document, entry))
  .join('\n')}`

function operationSection(document: OpenApiDocument, entry: DocumentedOperation): string {
  const { method, path, operation } = entry
  const parts = [
    operation.description ? `<p>${markdown(String(operation.description))}</p>` : '',
    parametersTable(document, (operation.parameters ?? []) as Json[]),
    bodySection('Body', operation.requestBody as Json | undefined, schema => resolve(document, schema)),
    ...Object.entries(operation.responses as Record<string, Json>).map(([status, answer]) =>
      answerSection(status, resolve(document, answer)),
    ),
  ]
  const head = html`<i>${method}</i> <code>${path}</code> ${String(operation.summary)}`
  return folded(anchor(entry), head, parts.join(''))
}

// A link to a target inside of a closed part opens the part; a link to the part itself would not.
const folded = (id: string, head: string, body: string) =>
  `<details><summary>${head}</summary><div id="${id}">${body}</div></details>`

function parametersTable(document: OpenApiDocument, parameters: readonly Json[]): string {
  if (parameters.length === 0) return ''
  const rows = parameters.map(parameter => {
    const {
      name,
      in: location,
      required,
      description,
      schema,
    } = resolve(document, parameter) as Record<string, string> & {
      schema: Json
    }
    const must = required ? ' <b>required</b>' : ''
    return `<tr><td>${code(name!)} <i>${location}</i>${must}</td><td>${describeSchema(schema)}${markdown(description ?? '')}</td></tr>`
  })
  return `<table>${rows.join('')}</table>`
}

function bodySection(
  title: string,
  body: Json | undefined,
  transform: (schema: Json) => Json = schema => schema,
): string {
  const content = body?.content as Record<string, { schema: Json; example?: unknown }> | undefined
  const json = content?.['application/json']
  return json ? `<h4>${title}</h4>${describeSchema(transform(json.schema))}${exampleOf(json.example)}` : ''
}

const exampleOf = (example: unknown) =>
  example === undefined
    ? ''
    : `<details class="example"><summary>Example</summary>${html`<pre>${JSON.stringify(example, null, 2)}</pre>`}</details>`

function answerSection(status: string, answer: Json): string {
  if (!/^[45]/.test(status))
    return (
      bodySection(`Answer ${status}`, answer) ||
      `<h4>Answer ${status}</h4>${markdown(String(answer.description))}`
    )
  return `<div class="error"><b>${status}</b>${markdown(String(answer.description))}</div>`
}
