// A small Common Cartridge with one of all that Canvas writes into its own, for specs.
import { zipped } from './package-school.ts'

const data = (fields: Record<string, string>) =>
  `<qtimetadata>${Object.entries(fields)
    .map(
      ([label, entry]) =>
        `<qtimetadatafield><fieldlabel>${label}</fieldlabel><fieldentry>${entry}</fieldentry></qtimetadatafield>`,
    )
    .join('')}</qtimetadata>`
const html = (text: string) =>
  `<material><mattext texttype="text/html">${text.replace(/[&<]/g, c => (c === '&' ? '&amp;' : '&lt;'))}</mattext></material>`
const choices = (ident: string, texts: readonly string[], more = '') =>
  `<response_lid ident="${ident}" ${more}><material><mattext>${ident.replace('response_', '')}</mattext></material><render_choice>${texts
    .map((text, at) => `<response_label ident="${ident}_${at}">${html(text)}</response_label>`)
    .join('')}</render_choice></response_lid>`
const rule = (ident: string, value: string, points: number, action = 'Set') =>
  `<respcondition><conditionvar><varequal respident="${ident}">${value}</varequal></conditionvar><setvar action="${action}" varname="SCORE">${points}</setvar></respcondition>`
const written =
  '<response_str ident="response1" rcardinality="Single"><render_fib><response_label ident="answer1"/></render_fib></response_str>'

export const item = (id: string, type: string, points: number, body: string, rules: string, more = '') =>
  `<item ident="${id}" title="${id}"><itemmetadata>${data({ question_type: type, points_possible: String(points) })}</itemmetadata>
   <presentation>${body}</presentation><resprocessing>${rules}</resprocessing>${more}</item>`
const section = (id: string, count: number, inside: string, bank = '') =>
  `<section ident="${id}" title="${id}"><selection_ordering><selection>${bank && `<sourcebank_ref>${bank}</sourcebank_ref>`}
   <selection_number>${count}</selection_number><selection_extension><points_per_item>2.0</points_per_item></selection_extension>
   </selection></selection_ordering>${inside}</section>`
const truth = (id: string) =>
  item(
    id,
    'true_false_question',
    1,
    html('<p>True?</p>') + choices('r', ['True', 'False']),
    rule('r', 'r_0', 100),
  )
const numberOf = (from: number, to: number) =>
  `<respcondition><conditionvar><vargte respident="response1">${from}</vargte><varlte respident="response1">${to}</varlte></conditionvar><setvar>100</setvar></respcondition>`

const letters = ['A', 'B', 'C', 'D', 'E']
const dropdowns = letters.map(letter => `gap${letter}`)
const calculated = `<itemproc_extension><calculated><answer_tolerance>0.5</answer_tolerance><var_sets>
  <var_set><var name="x">10</var><answer>15.0</answer></var_set><var_set><var name="x">2</var><answer>7.0</answer></var_set></var_sets></calculated></itemproc_extension>`
const feedback = `<itemfeedback ident="general_fb"><flow_mat>${html('<p>So it is.</p>')}</flow_mat></itemfeedback>
  <itemfeedback ident="r_1_fb"><flow_mat>${html('<p>Look again.</p>')}</flow_mat></itemfeedback>`

const quiz = `<questestinterop><assessment ident="quiz1" title="All kinds">${data({ cc_maxattempts: '3' })}<section ident="root_section">
  ${item('one', 'multiple_choice_question', 1, html('<p>Which <em>one</em>? <img src="$IMS-CC-FILEBASE$/pictures/sky.png" alt="The sky"></p>') + choices('r', ['Red', 'Blue']), rule('r', 'r_0', 100), feedback)}
  ${item('some', 'multiple_answers_question', 4, html('Which?') + choices('r', ['a', 'b', 'c'], 'rcardinality="Multiple"'), `<respcondition><conditionvar><and><varequal respident="r">r_0</varequal><varequal respident="r">r_1</varequal><not><varequal respident="r">r_2</varequal></not></and></conditionvar><setvar>100</setvar></respcondition>`)}
  ${item('lists', 'multiple_dropdowns_question', 7, html(`<p>${dropdowns.map(name => `[${name}]`).join(' and ')}</p>`) + dropdowns.map(name => choices(`response_${name}`, letters)).join(''), dropdowns.map((name, at) => rule(`response_${name}`, `response_${name}_${at}`, 20, 'Add')).join(''))}
  ${item('blank', 'fill_in_multiple_blanks_question', 1, html('<p>The bird is the [word]</p>') + choices('response_word', ['word', 'Wort']), rule('response_other', 'response_word_0', 100))}
  ${item('blanks', 'fill_in_multiple_blanks_question', 2, html('<p>[a] and [b]</p>') + choices('response_a', ['x']) + choices('response_b', ['y']), '')}
  ${item('range', 'numerical_question', 1, html('About?') + written, numberOf(1, 22))}
  ${item('formula', 'calculated_question', 1, html('<p>5 + [x]?</p>') + written, '', calculated)}
  ${item('essay', 'essay_question', 1, html('Why?') + written, '')}
  ${item('upload', 'file_upload_question', 1, html('Send it.'), '')}
  ${item('words', 'text_only_question', 0, html('Read this first.'), '')}
  ${item('bare', 'multiple_choice_question', 1, html('No key') + choices('r', ['x', 'y']), '')}
  ${section('group', 1, truth('drawn1') + truth('drawn2'))}
  ${section('fromBank', 1, '', 'bank1')}
  </section></assessment></questestinterop>`

const settings = (title: string, more: string) =>
  `<title>${title}</title>${more}<workflow_state>published</workflow_state><submission_types>online_upload</submission_types>`
const page = (title: string, body: string, head = '') =>
  `<html><head><meta charset="utf-8"><title>${title}</title>${head}</head><body>${body}</body></html>`
const resource = (id: string, type: string, files: readonly string[], href = files[0], inside = '') =>
  `<resource identifier="${id}" type="${type}" ${href ? `href="${href}"` : ''}>${files.map(file => `<file href="${file}"/>`).join('')}${inside}</resource>`
const part = 'associatedcontent/imscc_xmlv1p1/learning-application-resource'
const leaf = (id: string, ref: string, title: string) =>
  `<item identifier="${id}" identifierref="${ref}"><title>${title}</title></item>`
const canvasItem = (id: string, type: string, ref: string, state = 'active') =>
  `<item identifier="${id}"><content_type>${type}</content_type><workflow_state>${state}</workflow_state><title>${id}</title><identifierref>${ref}</identifierref></item>`

const manifest = `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="canvas1" xmlns="http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1"><metadata><schema>IMS Common Cartridge</schema></metadata>
<organizations><organization identifier="org_1"><item identifier="LearningModules">
  <item identifier="m1"><title>Week 1</title>${leaf('i1', 'page1', 'Reading')}${leaf('i2', 'task1', 'Homework')}<item identifier="i3"><title>A heading</title></item></item>
  <item identifier="m2"><title>Week 2</title>${leaf('i4', 'quiz1', 'Quiz')}${leaf('i5', 'page2', 'Later')}${leaf('i6', 'tool1', 'Tool')}${leaf('i7', 'gone', 'Gone')}</item>
</item></organization></organizations><resources>
${resource('settings', part, ['course_settings/module_meta.xml', 'course_settings/canvas_export.txt', 'course_settings/rubrics.xml'], 'course_settings/canvas_export.txt')}
${resource('syllabus', part, ['course_settings/syllabus.html'])}
${resource('page1', 'webcontent', ['wiki_content/reading.html'])}
${resource('page2', 'webcontent', ['wiki_content/later.html'])}
${resource('page3', 'webcontent', ['wiki_content/outside.html'])}
${resource('task1', part, ['task1/task.html', 'task1/assignment_settings.xml'])}
${resource('quiz1', 'imsqti_xmlv1p2/imscc_xmlv1p1/assessment', ['quiz1/assessment_qti.xml'], '', '<dependency identifierref="quiz1meta"/>')}
${resource('quiz1meta', part, ['quiz1/assessment_meta.xml', 'non_cc_assessments/quiz1.xml.qti'])}
${resource('bank1', part, ['non_cc_assessments/bank1.xml.qti'])}
${resource('topic1', 'imsdt_xmlv1p1', ['topic1.xml'], '', '<dependency identifierref="topic1meta"/>')}
${resource('topic1meta', part, ['topic1meta.xml'])}
${resource('link1', 'imswl_xmlv1p1', ['link1.xml'], '')}
${resource('tool1', 'imsbasiclti_xmlv1p0', ['tool1.xml'], '')}
${resource('picture', 'webcontent', ['web_resources/pictures/sky.png'])}
${resource('sheet', 'webcontent', ['web_resources/notes.txt'])}
${resource('missing', 'webcontent', ['web_resources/missing.pdf'])}
</resources></manifest>`

/** A picture of one point. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const files: Record<string, string | Buffer> = {
  'imsmanifest.xml': manifest,
  'course_settings/canvas_export.txt':
    'Q: What did the panda say when he was forced out of his natural habitat?',
  'course_settings/syllabus.html': page('Syllabus', '<h1>Plan</h1><p>Four weeks.</p>'),
  'course_settings/module_meta.xml': `<modules><module identifier="m1"><title>Week 1</title><workflow_state>active</workflow_state>
    <require_sequential_progress>true</require_sequential_progress>
    <completionRequirements><completionRequirement type="must_view"><identifierref>i1</identifierref></completionRequirement></completionRequirements>
    <items>${canvasItem('i1', 'WikiPage', 'page1')}${canvasItem('i2', 'Assignment', 'task1')}${canvasItem('i3', 'ContextModuleSubHeader', '')}</items></module>
    <module identifier="m2"><title>Week 2</title><workflow_state>active</workflow_state><unlock_at>2027-01-05T08:00:00</unlock_at>
    <prerequisites><prerequisite type="context_module"><title>Week 1</title><identifierref>m1</identifierref></prerequisite></prerequisites>
    <items>${canvasItem('i4', 'Quizzes::Quiz', 'quiz1')}${canvasItem('i5', 'WikiPage', 'page2', 'unpublished')}</items></module></modules>`,
  'course_settings/rubrics.xml': `<rubrics><rubric identifier="rubric1"><title>Care</title><criteria><criterion><points>8</points><description>Colour</description>
    <ratings><rating><description>Full</description><points>8</points></rating><rating><description>Half</description><points>4</points></rating></ratings></criterion></criteria></rubric></rubrics>`,
  'wiki_content/reading.html': page(
    'Reading',
    `<div><p>See <a href="$IMS-CC-FILEBASE$/notes.txt?canvas_download=1">the notes</a> and <a href="$WIKI_REFERENCE$/pages/later">the next page</a>.</p>
     <p><img src="%24IMS-CC-FILEBASE%24/pictures/sky.png" alt="The sky"></p>
     <iframe src="https://www.youtube.com/embed/aqz-KE-bpKQ" title="Film"></iframe><iframe src="https://h5p.example/embed/7"></iframe><p>End.</p></div>`,
  ),
  'wiki_content/later.html': page('Later', '<p>Later.</p>'),
  'wiki_content/outside.html': page('Outside of modules', '<p>Also here.</p>'),
  'task1/task.html': page('Assignment', '<p>Paint a <strong>sky</strong>.</p>'),
  'task1/assignment_settings.xml': `<assignment identifier="task1">${settings('A sky', '<due_at>2027-02-01T10:00:00</due_at><points_possible>8.0</points_possible><rubric_identifierref>rubric1</rubric_identifierref>')}</assignment>`,
  'quiz1/assessment_meta.xml': `<quiz identifier="quiz1"><title>All kinds</title><description>&lt;p&gt;Take your time.&lt;/p&gt;</description><allowed_attempts>2</allowed_attempts>
    <time_limit>30</time_limit><scoring_policy>keep_latest</scoring_policy><show_correct_answers>true</show_correct_answers><available>true</available></quiz>`,
  'quiz1/assessment_qti.xml': '<questestinterop><assessment ident="quiz1"/></questestinterop>',
  'non_cc_assessments/quiz1.xml.qti': quiz,
  'non_cc_assessments/bank1.xml.qti': `<questestinterop><objectbank ident="bank1">${data({ bank_title: 'The bank' })}${truth('b1')}${truth('b2')}</objectbank></questestinterop>`,
  'topic1.xml':
    '<topic><title>Talk</title><text texttype="text/html">&lt;p&gt;Say hello.&lt;/p&gt;</text></topic>',
  'topic1meta.xml': '<topicMeta><topic_id>topic1</topic_id></topicMeta>',
  'link1.xml': '<webLink><title>Museum</title><url href="https://museum.example/"/></webLink>',
  'tool1.xml': '<cartridge_basiclti_link/>',
  'web_resources/pictures/sky.png': picture,
  'web_resources/notes.txt': 'Blue and yellow',
  'loose.pdf': '%PDF-1.4\n%%EOF',
}

/** The package; `more` adds files or replaces some. */
export const canvasPackage = (more: Record<string, string | Buffer> = {}): Promise<Buffer> =>
  zipped({ ...files, ...more })
