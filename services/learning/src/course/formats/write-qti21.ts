// Writes questions as items of IMS QTI 2.1, so that `qti21.ts` and other products read what they ask and how they score.
import type { QuestionRow } from '../../assessment/questions/question.store.ts'
import { document, element as e, escaped } from './write-xml.ts'

const namespace = 'http://www.imsglobal.org/xsd/imsqti_v2p1'
const templates = 'http://www.imsglobal.org/question/qti_v2p1/rptemplates'

type Written = Pick<QuestionRow, 'content' | 'points' | 'all_or_nothing' | 'explanation'>
type Kind<K> = Extract<QuestionRow['content'], { kind: K }>

/** The item of a question. */
export function writeItem(identifier: string, title: string, question: Written): string {
  const { content, points, all_or_nothing, explanation } = question
  const { declared, body, rules } = partsOf(content)
  const scoring =
    rules ?? template(all_or_nothing || content.kind === 'single' ? 'match_correct' : 'map_response')
  return document(
    e(
      'assessmentItem',
      { xmlns: namespace, identifier, title: title.slice(0, 200), adaptive: 'false', timeDependent: 'false' },
      ...declared,
      outcome('SCORE'),
      outcome('MAXSCORE', points / 100),
      ...(explanation
        ? [e('outcomeDeclaration', { identifier: 'FEEDBACK', cardinality: 'single', baseType: 'identifier' })]
        : []),
      e('itemBody', {}, body),
      content.kind === 'open' ? '' : scoring,
      explanation
        ? e(
            'modalFeedback',
            { outcomeIdentifier: 'FEEDBACK', identifier: 'explanation', showHide: 'show' },
            lines(explanation),
          )
        : '',
    ),
  )
}

const outcome = (identifier: string, value?: number) =>
  e(
    'outcomeDeclaration',
    { identifier, cardinality: 'single', baseType: 'float' },
    ...(value === undefined ? [] : [e('defaultValue', {}, e('value', {}, String(value)))]),
  )
const template = (name: string) => e('responseProcessing', { template: `${templates}/${name}` })
const lines = (text: string) =>
  text
    .split('\n')
    .map(line => e('p', {}, escaped(line)))
    .join('')
const prompt = (text: string) => e('prompt', {}, escaped(text).replaceAll('\n', '<br/>'))

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
        body:
          lines(content.prompt) + e('p', {}, e('textEntryInteraction', { responseIdentifier: 'RESPONSE' })),
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
        e('simpleChoice', { identifier: ids[index] }, escaped(item.text)),
      )
      const body = e(
        'orderInteraction',
        { responseIdentifier: 'RESPONSE', shuffle: 'true' },
        prompt(content.prompt),
        ...choiceElements,
      )
      return {
        declared: [response({ cardinality: 'ordered', baseType: 'identifier' }, ids)],
        body,
        rules: template('match_correct'),
      }
    }
    case 'open': {
      const guidance = content.guidance ? e('rubricBlock', { view: 'scorer' }, lines(content.guidance)) : ''
      const body = e('extendedTextInteraction', { responseIdentifier: 'RESPONSE' }, prompt(content.prompt))
      return {
        declared: [response({ cardinality: 'single', baseType: 'string' }, [])],
        body: guidance + body,
      }
    }
  }
}

function choices({ kind, prompt: promptText, options }: Kind<'single' | 'multiple'>): Parts {
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
  const choiceElements = options.map(({ text }, index) =>
    e('simpleChoice', { identifier: ids[index] }, escaped(text)),
  )
  const attributes = { responseIdentifier: 'RESPONSE', shuffle: 'false', maxChoices: isSingle ? 1 : 0 }
  return {
    declared: [declared],
    body: e('choiceInteraction', attributes, prompt(promptText), ...choiceElements),
  }
}

function number({ prompt: promptText, value, tolerance }: Kind<'number'>): Parts {
  const compared = {
    toleranceMode: !tolerance ? 'exact' : tolerance.kind === 'absolute' ? 'absolute' : 'relative',
    ...(tolerance && { tolerance: `${tolerance.value} ${tolerance.value}` }),
  }
  const full = e('setOutcomeValue', { identifier: 'SCORE' }, e('baseValue', { baseType: 'float' }, '1'))
  const equal = e(
    'equal',
    compared,
    e('variable', { identifier: 'RESPONSE' }),
    e('correct', { identifier: 'RESPONSE' }),
  )
  const rules = e('responseProcessing', {}, e('responseCondition', {}, e('responseIf', {}, equal, full)))
  const declared = [response({ cardinality: 'single', baseType: 'float' }, [value])]
  return {
    declared,
    rules,
    body: lines(promptText) + e('p', {}, e('textEntryInteraction', { responseIdentifier: 'RESPONSE' })),
  }
}

function match({ prompt: promptText, pairs, others }: Kind<'match'>): Parts {
  const correct = pairs.map((_, index) => `L${index + 1} R${index + 1}`)
  const mapping = correct.map(key => ({ key, points: 1 / pairs.length }))
  const set = (letter: string, texts: readonly string[], most: number) =>
    e(
      'simpleMatchSet',
      {},
      ...texts.map((text, index) =>
        e('simpleAssociableChoice', { identifier: `${letter}${index + 1}`, matchMax: most }, escaped(text)),
      ),
    )
  const rights = [...pairs.map(({ right }) => right.text), ...others.map(({ text }) => text)]
  const body = e(
    'matchInteraction',
    { responseIdentifier: 'RESPONSE', shuffle: 'true', maxAssociations: pairs.length },
    prompt(promptText),
    set(
      'L',
      pairs.map(({ left }) => left.text),
      1,
    ),
    set('R', rights, pairs.length),
  )
  return {
    declared: [response({ cardinality: 'multiple', baseType: 'directedPair' }, correct, mapping)],
    body,
  }
}

function cloze({ prompt: promptText, text, gaps }: Kind<'cloze'>): Parts {
  const name = (index: number) => `RESPONSE_${index + 1}`
  const declared = gaps.map(({ accepted }, index) =>
    response(
      { identifier: name(index), cardinality: 'single', baseType: 'string' },
      accepted.slice(0, 1),
      accepted.map(key => ({ key, points: 1 / gaps.length })),
    ),
  )
  const clozeText = escaped(text).replace(/\{(\d+)\}/g, (_, number) =>
    e('textEntryInteraction', { responseIdentifier: name(Number(number) - 1) }),
  )
  const mapped = gaps.map((_, index) => e('mapResponse', { identifier: name(index) }))
  const sum = e('setOutcomeValue', { identifier: 'SCORE' }, e('sum', {}, ...mapped))
  const body =
    lines(promptText.replaceAll('\n', ' ')) +
    clozeText
      .split('\n')
      .map(line => e('p', {}, line))
      .join('')
  return { declared, body, rules: e('responseProcessing', {}, sum) }
}

/** The test that asks items in their order; each is an address beside it. */
export function writeTest(
  test: { identifier: string; title: string; seconds: number | null },
  items: readonly string[],
): string {
  const references = items.map((href, index) => e('assessmentItemRef', { identifier: `Q${index + 1}`, href }))
  const limits = test.seconds === null ? '' : e('timeLimits', { maxTime: test.seconds })
  const section = e(
    'assessmentSection',
    { identifier: 'S1', title: test.title, visible: 'true' },
    ...references,
  )
  return document(
    e(
      'assessmentTest',
      { xmlns: namespace, identifier: test.identifier, title: test.title },
      limits,
      e(
        'testPart',
        { identifier: 'P1', navigationMode: 'nonlinear', submissionMode: 'simultaneous' },
        section,
      ),
    ),
  )
}
