// Writes questions as items of IMS QTI 2.1, so that `qti21.ts` and other products read what they ask and how they score.
import type { QuestionRow } from '../../assessment/questions/question.store.ts'
import type { Quiz } from '../../assessment/quizzes/quiz.contract.ts'
import { document, element as e, escaped } from './write-xml.ts'
import { blocksOf, inlineOf, paragraphsOf } from './written-text.ts'

const namespace = 'http://www.imsglobal.org/xsd/imsqti_v2p1'
const templates = 'http://www.imsglobal.org/question/qti_v2p1/rptemplates'

type Question = Pick<QuestionRow, 'content' | 'all_or_nothing' | 'explanation'>
type Kind<K> = Extract<QuestionRow['content'], { kind: K }>

/** The item of a question: it scores up to 1, and the test that asks it has its points. */
export function writeItem(identifier: string, title: string, question: Question): string {
  const { content, all_or_nothing, explanation } = question
  const parts = partsOf(content)
  const isWhole = all_or_nothing || content.kind === 'single'
  const rules = parts.rules ?? template(isWhole ? 'match_correct' : 'map_response')
  const feedbackRules = hasFeedback(content) ? choiceRules(isWhole) : null
  const outcomes = [
    e('outcomeDeclaration', { ...single('SCORE', 'float'), normalMaximum: 1 }),
    // Its value is the name of the explanation from the beginning: it is shown after any answer.
    ...(explanation ? [e('outcomeDeclaration', single('FEEDBACK', 'identifier'), defaultOf(general))] : []),
    ...(feedbackRules
      ? [
          e('outcomeDeclaration', {
            identifier: 'CHOSEN',
            cardinality: content.kind,
            baseType: 'identifier',
          }),
        ]
      : []),
  ]
  const shown = { outcomeIdentifier: 'FEEDBACK', identifier: general, showHide: 'show' }
  return document(
    e(
      'assessmentItem',
      { xmlns: namespace, identifier, title: title.slice(0, 200), adaptive: 'false', timeDependent: 'false' },
      ...parts.declared,
      ...outcomes,
      e('itemBody', {}, parts.body),
      content.kind === 'open' ? '' : (feedbackRules ?? rules),
      explanation ? e('modalFeedback', shown, blocksOf(explanation, content.format)) : '',
    ),
  )
}

/** By this name Canvas takes feedback as that of the question. */
const general = 'general_fb'
const single = (identifier: string, baseType: string) => ({ identifier, cardinality: 'single', baseType })
const defaultOf = (value: string) => e('defaultValue', {}, e('value', {}, value))
const template = (name: string) => e('responseProcessing', { template: `${templates}/${name}` })
const setScore = (...value: readonly string[]) => e('setOutcomeValue', { identifier: 'SCORE' }, ...value)
const fullScore = e('baseValue', { baseType: 'float' }, '1')
const [answer, key] = [e('variable', { identifier: 'RESPONSE' }), e('correct', { identifier: 'RESPONSE' })]
const ifSo = (condition: string, ...then: readonly string[]) =>
  e('responseCondition', {}, e('responseIf', {}, condition, ...then))

const hasFeedback = (content: QuestionRow['content']) =>
  (content.kind === 'single' || content.kind === 'multiple') &&
  content.options.some(({ feedback }) => feedback)

/** As the templates score; then the options that were chosen show their feedback. */
const choiceRules = (isWhole: boolean) =>
  e(
    'responseProcessing',
    {},
    isWhole
      ? ifSo(e('match', {}, answer, key), setScore(fullScore))
      : setScore(e('mapResponse', { identifier: 'RESPONSE' })),
    e('setOutcomeValue', { identifier: 'CHOSEN' }, answer),
  )

interface Entry {
  key: string
  points: number
}

function response(
  of: { cardinality: string; baseType: string; identifier?: string },
  correct: readonly string[],
  mapping: readonly Entry[] = [],
): string {
  const { identifier = 'RESPONSE', cardinality, baseType } = of
  const entries = mapping.map(({ key, points }) =>
    e('mapEntry', {
      mapKey: key,
      mappedValue: points,
      ...(baseType === 'string' && { caseSensitive: 'false' }),
    }),
  )
  return e(
    'responseDeclaration',
    { identifier, cardinality, baseType },
    ...(correct.length
      ? [e('correctResponse', {}, ...correct.map(value => e('value', {}, escaped(value))))]
      : []),
    ...(entries.length ? [e('mapping', { defaultValue: 0, lowerBound: 0 }, ...entries)] : []),
  )
}

interface Parts {
  declared: string[]
  body: string
  /** Where no template says how it is scored. */
  rules?: string
}

function partsOf(content: QuestionRow['content']): Parts {
  const { format } = content
  // Importers take the texts below the body as the question, and what stands in an interaction as its parts.
  const prompt = blocksOf(content.prompt, format)
  switch (content.kind) {
    case 'single':
    case 'multiple':
      return choices(content)
    case 'text': {
      const mapping = content.accepted.map(key => ({ key, points: 1 }))
      const declared = [
        response({ cardinality: 'single', baseType: 'string' }, content.accepted.slice(0, 1), mapping),
      ]
      return {
        declared,
        body: prompt + e('p', {}, e('textEntryInteraction', { responseIdentifier: 'RESPONSE' })),
      }
    }
    case 'number':
      return number(content)
    case 'match':
      return match(content)
    case 'cloze':
      return cloze(content)
    case 'order': {
      const ids = content.items.map((_, index) => `I${index + 1}`)
      const choiceElements = content.items.map((item, index) =>
        e('simpleChoice', { identifier: ids[index] }, inlineOf(item.text, format)),
      )
      const attributes = { responseIdentifier: 'RESPONSE', shuffle: 'true' }
      const body = prompt + e('orderInteraction', attributes, ...choiceElements)
      return {
        declared: [response({ cardinality: 'ordered', baseType: 'identifier' }, ids)],
        body,
        rules: template('match_correct'),
      }
    }
    case 'open': {
      const guidance = content.guidance
        ? e('rubricBlock', { view: 'scorer' }, paragraphsOf(content.guidance))
        : ''
      const body = prompt + e('extendedTextInteraction', { responseIdentifier: 'RESPONSE' })
      return {
        declared: [response({ cardinality: 'single', baseType: 'string' }, [])],
        body: guidance + body,
      }
    }
  }
}

function choices({ kind, format, prompt, options }: Kind<'single' | 'multiple'>): Parts {
  const ids = options.map((_, index) => `C${index + 1}`)
  const right = ids.filter((_, index) => options[index]!.correct)
  const share = 1 / right.length
  const mapping = ids.map((key, index) => ({ key, points: options[index]!.correct ? share : -share }))
  const isSingle = kind === 'single'
  const declared = response(
    { cardinality: isSingle ? 'single' : 'multiple', baseType: 'identifier' },
    right,
    isSingle ? [] : mapping,
  )
  const choiceElements = options.map(({ text, feedback }, index) => {
    const shown = { outcomeIdentifier: 'CHOSEN', identifier: ids[index], showHide: 'show' }
    const feedbackInline = feedback ? e('feedbackInline', shown, inlineOf(feedback, format)) : ''
    return e('simpleChoice', { identifier: ids[index] }, inlineOf(text, format), feedbackInline)
  })
  const attributes = { responseIdentifier: 'RESPONSE', shuffle: 'false', maxChoices: isSingle ? 1 : 0 }
  return {
    declared: [declared],
    body: blocksOf(prompt, format) + e('choiceInteraction', attributes, ...choiceElements),
  }
}

function number({ format, prompt, value, tolerance }: Kind<'number'>): Parts {
  const compared = {
    toleranceMode: !tolerance ? 'exact' : tolerance.kind === 'absolute' ? 'absolute' : 'relative',
    ...(tolerance && { tolerance: `${tolerance.value} ${tolerance.value}` }),
  }
  const rules = e('responseProcessing', {}, ifSo(e('equal', compared, answer, key), setScore(fullScore)))
  const declared = [response({ cardinality: 'single', baseType: 'float' }, [value])]
  return {
    declared,
    rules,
    body:
      blocksOf(prompt, format) + e('p', {}, e('textEntryInteraction', { responseIdentifier: 'RESPONSE' })),
  }
}

function match({ format, prompt, pairs, others }: Kind<'match'>): Parts {
  const correct = pairs.map((_, index) => `L${index + 1} R${index + 1}`)
  const mapping = correct.map(key => ({ key, points: 1 / pairs.length }))
  const set = (letter: string, texts: readonly string[], most: number) =>
    e(
      'simpleMatchSet',
      {},
      ...texts.map((text, index) =>
        e(
          'simpleAssociableChoice',
          { identifier: `${letter}${index + 1}`, matchMax: most },
          inlineOf(text, format),
        ),
      ),
    )
  const rights = [...pairs.map(({ right }) => right.text), ...others.map(({ text }) => text)]
  const interaction = e(
    'matchInteraction',
    { responseIdentifier: 'RESPONSE', shuffle: 'true', maxAssociations: pairs.length },
    set(
      'L',
      pairs.map(({ left }) => left.text),
      1,
    ),
    set('R', rights, pairs.length),
  )
  return {
    declared: [response({ cardinality: 'multiple', baseType: 'directedPair' }, correct, mapping)],
    body: blocksOf(prompt, format) + interaction,
  }
}

function cloze({ format, prompt, text, gaps }: Kind<'cloze'>): Parts {
  const name = (index: number) => `RESPONSE_${index + 1}`
  const declared = gaps.map(({ accepted }, index) =>
    response(
      { identifier: name(index), cardinality: 'single', baseType: 'string' },
      accepted.slice(0, 1),
      accepted.map(key => ({ key, points: 1 / gaps.length })),
    ),
  )
  const clozeText = blocksOf(text, format).replace(/\{(\d+)\}/g, (_, number) =>
    e('textEntryInteraction', { responseIdentifier: name(Number(number) - 1) }),
  )
  const mapped = gaps.map((_, index) => e('mapResponse', { identifier: name(index) }))
  const rules = e('responseProcessing', {}, setScore(e('sum', {}, ...mapped)))
  // What is read before the text is one paragraph.
  const before = format === 'html' ? prompt : prompt.replaceAll('\n', ' ')
  return { declared, body: blocksOf(before, format) + clozeText, rules }
}

interface TestItem {
  /** That of the item, by which Canvas finds it. */
  readonly identifier: string
  readonly href: string
  readonly points: number
  readonly label: string | null
}
type TestOf = Pick<
  Quiz,
  'id' | 'title' | 'attempts_allowed' | 'time_limit_seconds' | 'shuffle_questions' | 'draws'
>

/** The test that asks items in their order, and draws from those with a label; each is an address beside it. */
export function writeTest(quiz: TestOf, items: readonly TestItem[]): string {
  const reference = ({ identifier, href, points }: TestItem) =>
    e('assessmentItemRef', { identifier, href }, e('weight', { identifier: 'POINTS', value: points / 100 }))
  const draws = quiz.draws.filter(({ source }) => (source ?? 'quiz') === 'quiz')
  const pools = draws.flatMap(({ label, count }, index) => {
    const pool = items.filter(item => item.label === label)
    const selection = e('selection', { select: Math.min(count, pool.length) })
    return pool.length ? [sectionOf(`S${index + 2}`, label, selection, ...pool.map(reference))] : []
  })
  const fixedItems = items.filter(({ label }) => !draws.some(draw => draw.label === label))
  const order = quiz.shuffle_questions ? e('ordering', { shuffle: 'true' }) : ''
  const limits = quiz.time_limit_seconds === null ? '' : e('timeLimits', { maxTime: quiz.time_limit_seconds })
  const control = e('itemSessionControl', { maxAttempts: quiz.attempts_allowed ?? 0 })
  const section = sectionOf('S1', quiz.title, order, ...fixedItems.map(reference), ...pools)
  const part = { identifier: 'P1', navigationMode: 'nonlinear', submissionMode: 'individual' }
  return document(
    e(
      'assessmentTest',
      { xmlns: namespace, identifier: quiz.id, title: quiz.title },
      limits,
      e('testPart', part, control, section),
    ),
  )
}

/** Not visible, as its title is no question of its own. */
const sectionOf = (identifier: string, title: string, ...inside: readonly string[]) =>
  e('assessmentSection', { identifier, title, visible: 'false' }, ...inside)
