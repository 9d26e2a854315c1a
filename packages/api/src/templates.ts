// The template of a path, for places where a path itself must not appear: it can contain personal data.
import { operations } from './operations.ts'

interface Template {
  route: string
  /** null for a parameter. */
  segments: readonly (string | null)[]
}

const byShape = Map.groupBy(
  operations.map(({ operation: { method, path } }) => {
    const segments = path.split('/').map(segment => (segment.startsWith('{') ? null : segment))
    return { method, route: `${method} ${path}`, segments }
  }),
  ({ method, segments }) => `${method} ${segments.length}`,
)
// Static segments match before parameters; the first difference decides.
for (const templates of byShape.values()) templates.sort((one, other) => orderOf(one, other))

function orderOf({ segments }: Template, other: Template): number {
  const at = segments.findIndex((segment, index) => (segment === null) !== (other.segments[index] === null))
  return at < 0 ? 0 : segments[at] === null ? 1 : -1
}

/** `POST /v1/orders/{id}/cancel` for a method and a path without its query; null where there is no such operation. */
export function templateOf(method: string, path: string): string | null {
  const pathSegments = path.split('/', 20)
  const fits = ({ segments }: Template) =>
    segments.every((segment, index) =>
      segment === null ? pathSegments[index] !== '' : segment === pathSegments[index],
    )
  return byShape.get(`${method} ${pathSegments.length}`)?.find(fits)?.route ?? null
}
