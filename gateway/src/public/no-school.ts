// What stands at a host name that no school has: a page for browsers.
import { notice } from '@lms/html/page'
import type { Exchange } from '../http/exchange.ts'
import { pageOf } from './page.ts'
import { pageWords } from './page.words.ts'
import { securityHeaders } from './route.ts'

/** Answers a browser that asks for a page; whether it did. Programs and the API get JSON. */
export function answerNoSchool(exchange: Exchange): boolean {
  const { headers } = exchange.request
  const isPage = String(headers.accept).includes('text/html') && !/^\/api(\/|$)/.test(exchange.path)
  if (!isPage) return false
  const language = /^[a-z]{2}/i.exec(headers['accept-language'] ?? '')?.[0].toLowerCase() ?? 'en'
  const [title, text] = pageWords(language).noSchool
  const pageLanguage = words.has(language) ? language : 'en'
  const name = exchange.authority ?? ''
  exchange.reason = 'not_found'
  exchange.answer(404, pageOf(title, { name, language: pageLanguage }, notice('alert', text)), {
    ...securityHeaders.page,
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    vary: 'accept, accept-language',
  })
  return true
}

/** The languages of the words; of any other the words are English. */
const words = new Set(['en', 'de', 'es', 'fr', 'ru'])
