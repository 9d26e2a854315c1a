// The form of a question of Moodle, whatever document it comes from.
import { escaped } from './write-xml.ts'

export interface MoodleAnswer {
  /** HTML. */
  text: string
  /** Of the points: 1 is right. */
  fraction: number
  feedback: string
  tolerance: string
}

export interface MoodleQuestion {
  id: string
  name: string
  type: string
  /** HTML. */
  text: string
  feedback: string
  points: number
  isSingle: boolean
  isCaseSensitive: boolean
  answers: MoodleAnswer[]
  /** What belongs together; a right side without a left one belongs to none. */
  pairs: { left: string; right: string }[]
  /** Choices of gaps in their order, each in its group. */
  choices: { text: string; group: string }[]
  guidance: string
  /** Questions inside of it, in the order of its gaps. */
  inner: MoodleQuestion[]
  notes: string[]
}

export const bareQuestion: Omit<MoodleQuestion, 'id' | 'name' | 'type' | 'text'> = {
  ...{
    feedback: '',
    points: 100,
    isSingle: true,
    isCaseSensitive: false,
    answers: [],
    pairs: [],
    choices: [],
  },
  ...{ guidance: '', inner: [], notes: [] },
}

/** HTML of a plain text. */
export const asHtml = (text: string): string => escaped(text).replaceAll('\n', '<br>')
