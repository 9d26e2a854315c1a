import { visitorOf } from './visitor.ts'

const gmail = 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)'
const yahoo = 'YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html'
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const google = 'Googlebot/2.1 (+http://www.google.com/bot.html)'

test.each([
  [gmail, 'opens', 'person'],
  [yahoo, 'opens', 'person'],
  ['Mozilla/5.0', 'opens', 'unsure'],
  [browser, 'opens', 'person'],
  [google, 'opens', 'machine'],
  [yahoo, 'links', 'machine'],
  [browser, 'links', 'person'],
] as const)('%s at %s is a %s', (agent, kind, visitor) => expect(visitorOf(agent, kind)).toBe(visitor))
