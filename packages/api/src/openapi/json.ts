// Helpers for JSON values and references.

export type Json = Record<string, unknown>

/** A reference to a named component of the document. */
export const ref = (section: string, name: string) => ({ $ref: `#/components/${section}/${name}` })
export const schemaRef = (name: string) => ref('schemas', name)

export const pascal = (name: string) =>
  name.replace(/(?:^|[._-])(\w)/g, (_, letter: string) => letter.toUpperCase())
