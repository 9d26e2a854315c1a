/** First parts of paths at which the system itself answers. */
const reservedParts = new Set([
  '.well-known',
  'api',
  'buy',
  'calendar',
  'certificates',
  'consent-confirmations',
  'console',
  'docs',
  'downloads',
  'email-confirmations',
  'favicon.ico',
  'files',
  'forms',
  'healthz',
  'mcp',
  'hooks',
  'links',
  'mcp',
  'media',
  'openapi.json',
  'opens',
  'pay',
  'preview',
  'robots.txt',
  'room-beats',
  'rooms',
  'sitemap.xml',
  'unsubscribe',
])

/** Whether the system itself answers at a path, so that no visitor would see a page there. */
export const isReserved = (path: string): boolean => reservedParts.has(path.split('/')[1]!.toLowerCase())
