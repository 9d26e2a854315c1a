// What the rows of an archive have become since it was made: by the tables whose columns hold more now, or have other names.
type Row = Record<string, unknown>

/** The row with other names of its fields, at any depth, and another status. */
const renamed =
  (names: Readonly<Record<string, string>>, statuses: Readonly<Record<string, string>> = {}) =>
  (row: Row): Row => {
    let text = JSON.stringify(row)
    for (const [name, now] of Object.entries(names)) text = text.replaceAll(`"${name}":`, `"${now}":`)
    const { status, ...others } = JSON.parse(text)
    return status === undefined ? others : { ...others, status: statuses[status] ?? status }
  }

/** An audience that can name the responses to a mailing. */
const withResponses = (audience: unknown) => ({ ...(audience as object), responses: null })

export const sinceThen: Readonly<Record<string, (row: Row) => Row>> = {
  // Their person can be that of their contact.
  'commerce/checkouts': checkout => ({ ...checkout, matched: null }),
  // Figures of recurring revenue need what they have been worth. A provider may charge them.
  'commerce/subscriptions': subscription => ({
    ...{ provider_id: null, provider_reference: null, wanted_end: null },
    ...subscription,
    value_history: [],
  }),
  // Their contents can be documents and have preheaders, and a variant can be chosen for the rest of an audience.
  'crm/campaigns': ({ messages, audience, ...campaign }) => ({
    ...campaign,
    audience: withResponses(audience),
    messages: JSON.parse(
      JSON.stringify(messages)
        .replaceAll('"body":', '"document":null,"preheader":"","body":')
        .replaceAll('"variants":', '"winner":null,"variants":')
        .replaceAll('"share":', '"weight":'),
    ),
    ...{ mjml: [], named: [], warnings: [], winners: [], local_time: null },
  }),
  'crm/mailings': ({ audience, ...mailing }) => ({
    ...{ preheader: '', warnings: [], local_time: null, ...mailing },
    audience: withResponses(audience),
  }),
  // They name what sent them, and pictures that a mail program loads by itself are no opening.
  'crm/messages': message => ({ ...message, source: null, prefetched_at: null, rendition: null }),
  // Rules ask what events were about.
  'crm/person_events': event => ({ ...event, properties: null }),
  'crm/person_counts': count => ({ ...count, subject: '' }),
  // A completion that its student undoes is told once.
  'learning/enrollments': enrollment => ({
    ...renamed({ deadline_at: 'due_at' })(enrollment),
    is_completion_told: false,
  }),
  // They can be seen only by their students.
  'learning/courses': course => ({ ...course, visibility: 'everyone', grade_categories: [] }),
  // Their completion can follow from their content.
  'learning/lessons': lesson => ({ ...lesson, completion_follows: false, has_draft: false }),
  // Staff take completions back for good.
  'learning/lesson_progress': progress => ({ ...progress, taken_back_at: null }),
  // They may count in full, or not at all.
  'learning/question_versions': version => ({ ...version, credit: 'by_answer' }),
  'learning/questions': question => ({ ...question, credit: 'by_answer' }),
  // They say which attempt counts, and until when open answers are to be reviewed.
  'learning/quizzes': quiz => ({
    ...quiz,
    counts: 'best',
    review_hours: 72,
    grade_category: null,
    extra_credit: false,
  }),
  // Flows end.
  'users/groups': group => ({ ...group, ends_at: null }),
  // Those that the person has confirmed lift what they said no to before.
  'users/consents': consent => ({ ...consent, confirmed_at: null, agreed_text: null }),
  // Whom the agent had seen was not noted: it may be anybody.
  'users/agent_confirmations': confirmation => ({
    ...renamed({}, { done: 'finished' })(confirmation),
    people_seen: '*',
  }),
  'users/agent_messages': message => ({ ...message, people_seen: '*' }),
  // Their places move to other flows.
  'users/order_places': row => ({ ...row, sold_group_id: null }),
  // They take several options, and end by themselves.
  'webinars/blocks': block => ({ ...block, multiple: false, duration_seconds: null, shown_at: null }),
  // Their entries can be renewed, and hands are raised.
  'webinars/registrations': registration => ({ ...registration, entry_number: 0, hand_raised_at: null }),
  // Their messages can have templates, and recordings are told.
  'webinars/webinars': ({ messages, ...webinar }) => ({
    ...webinar,
    messages: { ...(messages as Row), recordings: true, templates: [] },
  }),
  // One word for one meaning.
  // They can have a sale and seats.
  'commerce/offers': offer => ({
    ...offer,
    return_url: null,
    sale_starts_at: null,
    sale_ends_at: null,
    seats: null,
  }),
  // Gifts can be for a receiver.
  'commerce/orders': order => ({
    ...renamed({ percent_off: 'percent', access_until: 'access_expires_at' })(order),
    gift_delivery: null,
    company: null,
    agreements: [],
  }),
  'commerce/receipts': receipt => ({ ...receipt, buyer: null }),
  'commerce/gifts': gift => ({ ...gift, delivery: null }),
  'commerce/partner_accruals': renamed({ share_basis_points: 'basis_points' }),
  'commerce/partners': renamed({ share_basis_points: 'basis_points' }),
  'commerce/promo_codes': renamed({ percent_off: 'percent', ends_at: 'expires_at' }),
  // They repeat.
  'crm/manager_tasks': task => ({
    ...renamed({ closed_at: 'finished_at' }, { done: 'finished' })(task),
    ...{ repeat: null, first_due_at: null, next_task_id: null },
  }),
  // They can be corrected.
  'crm/notes': note => ({ ...note, replaces: null, status: 'active' }),
  // Their open answers are reviewed by curators.
  'learning/attempts': attempt => ({
    ...renamed({ deadline_at: 'due_at' })(attempt),
    ...{ group_id: null, curator_id: null, claim_expires_at: null, review_due_at: null },
  }),
  'learning/comments': renamed({}, { shown: 'visible' }),
  'learning/grades': renamed({ state: 'status' }),
  // Attempts at quizzes wait beside homework.
  'learning/review_queue': renamed({ submission_id: 'item_id' }),
  // They have criteria, and count in a gradebook.
  'learning/assignments': assignment => ({
    ...{ ...assignment, rubric: null, grade_category: null, extra_credit: false },
  }),
  'learning/submissions': submission => ({
    ...renamed({ deadline_at: 'due_at', claimed_until: 'claim_expires_at' })(submission),
    criteria: [],
  }),
  'site/form_submissions': renamed({ processed_at: 'finished_at' }, { processed: 'finished' }),
}
