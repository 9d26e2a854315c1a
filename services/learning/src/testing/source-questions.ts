// Questions as other products write them, with answers by their words and the share that their source gives for each.

/** A document of questions, and how it is written. */
export interface QuestionDocument {
  readonly as: 'qti12' | 'qti21' | 'moodle' | 'gift' | 'aiken'
  readonly text: string
}

const material = (text: string) =>
  `<material><mattext texttype="text/html"><![CDATA[${text}]]></mattext></material>`
const canvas = (
  type: string,
  presentation: string,
  rules: string,
) => `<questestinterop><item ident="i"><itemmetadata><qtimetadata>
  <qtimetadatafield><fieldlabel>question_type</fieldlabel><fieldentry>${type}</fieldentry></qtimetadatafield></qtimetadata></itemmetadata>
  <presentation>${presentation}</presentation><resprocessing>${rules}</resprocessing></item></questestinterop>`
const list = (ident: string, texts: readonly string[], more = '') =>
  `<response_lid ident="response_${ident}" ${more}><material><mattext>${ident}</mattext></material><render_choice>${texts
    .map((text, at) => `<response_label ident="${ident}${at}">${material(text)}</response_label>`)
    .join('')}</render_choice></response_lid>`
const set = (ident: string, value: string, points: number) =>
  `<respcondition><conditionvar><varequal respident="response_${ident}">${value}</varequal></conditionvar><setvar action="Add">${points}</setvar></respcondition>`
const letters = ['A', 'B', 'C', 'D', 'E']
const names = ['v', 'w', 'x', 'y', 'z']
const letterQuestion = canvas(
  'multiple_dropdowns_question',
  material(names.map(name => `[${name}]`).join(' ')) + names.map(name => list(name, letters)).join(''),
  ['v3', 'w4', 'x1', 'y2', 'z0'].map((value, at) => set(names[at]!, value, 20)).join(''),
)
const some = (type: string) =>
  canvas(
    type,
    material('Which?') + list('r', ['a', 'b', 'c'], 'rcardinality="Multiple"'),
    '<respcondition><conditionvar><and><varequal respident="response_r">r0</varequal><varequal respident="response_r">r1</varequal><not><varequal respident="response_r">r2</varequal></not></and></conditionvar><setvar>100</setvar></respcondition>',
  )
export const qti12 = (text: string) => ({ as: 'qti12', text }) as const

export const item21 = (declared: string, body: string, processing = '') =>
  `<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="i" title="One">${declared}<itemBody>${body}</itemBody>${processing}</assessmentItem>`
export const declare = (id: string, type: string, values: readonly string[], more = '') =>
  `<responseDeclaration identifier="${id}" cardinality="single" baseType="${type}"><correctResponse>${values
    .map(value => `<value>${value}</value>`)
    .join('')}</correctResponse>${more}</responseDeclaration>`
const template = (name: string) =>
  `<responseProcessing template="http://www.imsglobal.org/question/qti_v2p1/rptemplates/${name}"/>`
export const qti21 = (text: string) => ({ as: 'qti21', text }) as const
const choices =
  '<choiceInteraction responseIdentifier="R" maxChoices="0"><simpleChoice identifier="a">a</simpleChoice><simpleChoice identifier="b">b</simpleChoice><simpleChoice identifier="c">c</simpleChoice></choiceInteraction>'
const mapping =
  '<mapping defaultValue="-1"><mapEntry mapKey="a" mappedValue="1"/><mapEntry mapKey="b" mappedValue="1"/></mapping>'

export const moodle = (questions: string) => ({ as: 'moodle', text: `<quiz>${questions}</quiz>` }) as const
export const ask = (type: string, inside: string, text = 'Which?') =>
  `<question type="${type}"><name><text>Q</text></name><questiontext format="html"><text><![CDATA[${text}]]></text></questiontext>${inside}</question>`
export const option = (fraction: number, text: string) =>
  `<answer fraction="${fraction}" format="html"><text>${text}</text></answer>`
export const gift = (text: string) => ({ as: 'gift', text }) as const
const aiken = (text: string) => ({ as: 'aiken', text }) as const

/** The name of the question, its document, and answers with their shares: of options, of pairs and gaps in their order, of a text or number. */
export const sourceQuestions: readonly (readonly [
  string,
  QuestionDocument,
  readonly (readonly [readonly string[], number])[],
])[] = [
  [
    'five lists with the same letters (Canvas)',
    qti12(letterQuestion),
    [
      [['D', 'E', 'B', 'C', 'A'], 1],
      [['D', 'E', 'B', 'A', 'C'], 0.6],
      [['A', 'A', 'A', 'A', 'A'], 0.2],
    ],
  ],
  [
    'one blank, named otherwise in its rule (Canvas)',

    qti12(
      canvas(
        'fill_in_multiple_blanks_question',
        material('The bird is the [b]') + list('b', ['word', 'Wort']),
        set('other', 'b0', 100),
      ),
    ),
    [
      [['Word'], 1],
      [['wort'], 1],
      [['bird'], 0],
    ],
  ],
  [
    'several answers, in part (Canvas)',
    qti12(some('multiple_answers_question')),
    [
      [['a', 'b'], 1],
      [['a'], 0.5],
      [['a', 'c'], 0],
    ],
  ],
  [
    'several answers, all or nothing (Common Cartridge)',
    qti12(some('cc.multiple_response.v0p1')),
    [
      [['a', 'b'], 1],
      [['a'], 0],
    ],
  ],
  [
    'a number in a text with gaps (QTI 2)',

    qti21(
      item21(
        declare('R', 'float', ['4.0']) + declare('S', 'string', ['cats']),
        '<p>I have <textEntryInteraction responseIdentifier="R"/> <textEntryInteraction responseIdentifier="S"/>.</p>',
      ),
    ),
    [
      [['4', 'cats'], 1],
      [['4.0', 'Cats'], 1],
      [['4,0', 'cats'], 1],
      [['5', 'cats'], 0],
    ],
  ],
  [
    'choices by match_correct (QTI 2)',
    qti21(item21(declare('R', 'identifier', ['a', 'b']), choices, template('match_correct'))),
    [
      [['a', 'b'], 1],
      [['a'], 0],
    ],
  ],
  [
    'choices by map_response (QTI 2)',
    qti21(item21(declare('R', 'identifier', ['a', 'b'], mapping), choices, template('map_response'))),
    [
      [['a', 'b'], 1],
      [['a'], 0.5],
      [['a', 'c'], 0],
    ],
  ],
  [
    'lists inside of a text (QTI 2)',

    qti21(
      item21(
        declare('R', 'identifier', ['x']) + declare('S', 'identifier', ['y']),
        ['R', 'S']
          .map(
            id =>
              `<inlineChoiceInteraction responseIdentifier="${id}"><inlineChoice identifier="x">one</inlineChoice><inlineChoice identifier="y">two</inlineChoice></inlineChoiceInteraction>`,
          )
          .join(' '),
        '<responseProcessing><setOutcomeValue identifier="SCORE"><sum><mapResponse identifier="R"/><mapResponse identifier="S"/></sum></setOutcomeValue></responseProcessing>',
      ),
    ),
    [
      [['one', 'two'], 1],
      [['one', 'one'], 0.5],
    ],
  ],
  [
    'an item of QTI 3',

    qti21(
      `<qti-assessment-item identifier="i" title="One"><qti-response-declaration identifier="R" cardinality="single" base-type="identifier"><qti-correct-response><qti-value>b</qti-value></qti-correct-response></qti-response-declaration>
         <qti-item-body><qti-choice-interaction response-identifier="R" max-choices="1"><qti-prompt>Which?</qti-prompt><qti-simple-choice identifier="a">a</qti-simple-choice><qti-simple-choice identifier="b">b</qti-simple-choice></qti-choice-interaction></qti-item-body></qti-assessment-item>`,
    ),
    [
      [['b'], 1],
      [['a'], 0],
    ],
  ],
  [
    'one of several (Moodle)',
    moodle(ask('multichoice', `<single>true</single>${option(100, 'a')}${option(0, 'b')}`)),
    [
      [['a'], 1],
      [['b'], 0],
    ],
  ],
  [
    'several (Moodle)',

    moodle(
      ask('multichoice', `<single>false</single>${option(50, 'a')}${option(50, 'b')}${option(-50, 'c')}`),
    ),
    [
      [['a', 'b'], 1],
      [['a'], 0.5],
      [['a', 'c'], 0],
    ],
  ],
  [
    'a number (Moodle)',

    moodle(ask('numerical', '<answer fraction="100"><text>3.14</text><tolerance>0.01</tolerance></answer>')),
    [
      [['3.15'], 1],
      [['3.2'], 0],
    ],
  ],
  [
    'pairs (Moodle)',

    moodle(
      ask(
        'matching',
        ['Paris/France', 'Rome/Italy', '/Spain']
          .map(pair => pair.split('/'))
          .map(
            ([left, right]) =>
              `<subquestion><text>${left}</text><answer><text>${right}</text></answer></subquestion>`,
          )
          .join(''),
      ),
    ),
    [
      [['France', 'Italy'], 1],
      [['Spain', 'Italy'], 0.5],
    ],
  ],
  [
    'a text with gaps (Moodle)',
    moodle(ask('cloze', '', '{1:SHORTANSWER:=Berlin~%50%Bonn#no} has {2:NM:=4.0:0.1} rivers')),
    [
      [['berlin', '4'], 1],
      [['Bonn', '4'], 0.5],
    ],
  ],
  [
    'words that are dragged (Moodle)',

    moodle(
      ask(
        'ddwtos',
        '<dragbox><text>cat</text><group>1</group></dragbox><dragbox><text>mat</text><group>1</group></dragbox>',
        'The [[1]] on the [[2]]',
      ),
    ),
    [
      [['cat', 'mat'], 1],
      [['mat', 'cat'], 0],
    ],
  ],
  [
    'true or false (GIFT)',
    gift('::T::The sun rises{T}'),
    [
      [['True'], 1],
      [['False'], 0],
    ],
  ],
  [
    'one of several (GIFT)',
    gift('Who?{=Ann#right ~Bo ~Cy}'),
    [
      [['Ann'], 1],
      [['Bo'], 0],
    ],
  ],
  [
    'a text (GIFT)',
    gift('Two plus two{=four =4}'),
    [
      [['4'], 1],
      [['Four'], 1],
      [['5'], 0],
    ],
  ],
  [
    'a range (GIFT)',
    gift('Pi{#3.1..3.2}'),
    [
      [['3.14'], 1],
      [['3'], 0],
    ],
  ],
  [
    'pairs (GIFT)',
    gift('Match{=a -> 1 =b -> 2}'),
    [
      [['1', '2'], 1],
      [['2', '1'], 0],
    ],
  ],
  [
    'Aiken',
    aiken('Which?\nA. red\nB) blue\nANSWER: B\n'),
    [
      [['blue'], 1],
      [['red'], 0],
    ],
  ],
]
