// What a question of another format has become.
import { cleaned } from '@lms/content/html'
import type { QuestionInput } from '../../assessment/questions/question-content.ts'

export interface ParsedQuestion {
  content: QuestionInput
  /** Hundredths of a point. */
  points: number
  all_or_nothing: boolean
  explanation: string
}

export interface ParsedQuiz {
  title: string
  time_limit_seconds: number | null
  attempts_allowed: number | null
  questions: ParsedQuestion[]
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&' }

/** Text of HTML, without pictures and addresses. */
export const plainOf = (html: string): string =>
  cleaned({ html: html.slice(0, 20_000), kind: 'text' })
    .html.replace(/<br\b[^>]*>|<\/(?:p|li|ul|ol|blockquote)>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(lt|gt|quot|amp);/g, (_, name) => entities[name]!)
    .replace(/[ \t]*\n\s*/g, '\n')
    .trim()

/** Hundredths, from points that a document gives. */
export function hundredthsOf(points: string | undefined): number {
  const value = Number(points)
  return Number.isFinite(value) && value > 0 ? Math.min(100_000, Math.max(1, Math.round(value * 100))) : 100
}

/** A number as this product writes it: `12.5`; null if it is none. */
export function decimalOf(text: string | number): string | null {
  const value = Number(text)
  if (String(text).trim() === '' || !Number.isFinite(value) || Math.abs(value) >= 1e15) return null
  return value
    .toFixed(10)
    .replace(/\.?0+$/, '')
    .replace(/^-0$/, '0')
}

export const cut = (text: string, most: number): string => text.slice(0, most)
/** Right answers, each once, as many as a question has. */
export const answers = (texts: readonly string[]): string[] =>
  [...new Set(texts.map(text => cut(text.trim(), 200)).filter(text => text !== ''))].slice(0, 20)
