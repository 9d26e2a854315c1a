// What the rows of an archive have become since it was made: by the tables whose columns hold more now.
type Row = Record<string, unknown>

export const sinceThen: Readonly<Record<string, (row: Row) => Row>> = {
  // Their person can be that of their contact.
  'commerce/checkouts': checkout => ({ ...checkout, matched: null }),
  // Their contents can be documents.
  'crm/campaigns': ({ messages, ...campaign }) => ({
    ...campaign,
    messages: JSON.parse(JSON.stringify(messages).replaceAll('"body":', '"document":null,"body":')),
    mjml: [],
    named: [],
  }),
  // They name what sent them, and pictures that a mail program loads by itself are no opening.
  'crm/messages': message => ({ ...message, source: null, prefetched_at: null }),
  // A completion that its student undoes is told once.
  'learning/enrollments': enrollment => ({ ...enrollment, is_completion_told: false }),
  // Staff take completions back for good.
  'learning/lesson_progress': progress => ({ ...progress, taken_back_at: null }),
  // Those that the person has confirmed lift what they said no to before.
  'users/consents': consent => ({ ...consent, confirmed_at: null }),
  // Whom the agent had seen was not noted: it may be anybody.
  'users/agent_confirmations': confirmation => ({ ...confirmation, people_seen: '*' }),
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
}
