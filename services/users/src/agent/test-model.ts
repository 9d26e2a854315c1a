// Answers of scripted models.
import type { ServerResponse } from 'node:http'

/** One answer of the server. */
export type Script = (response: ServerResponse, body: any) => void

const events = (response: ServerResponse, lines: readonly (readonly [string | null, object | string])[]) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const [name, data] of lines)
    response.write(
      `${name ? `event: ${name}\n` : ''}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`,
    )
}

/** Answers as an endpoint of chat completions streams them. */
export const openai = {
  text: (response: ServerResponse, text: string, { cut = false, ends = 'stop' } = {}) => {
    const chunk = (delta: object, finish_reason: string | null) =>
      [
        null,
        { id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] },
      ] as const
    const half = Math.ceil(text.length / 2)
    const pieces = [chunk({ content: text.slice(0, half) }, null)]
    events(response, cut ? pieces : [...pieces, chunk({ content: text.slice(half) }, ends), [null, '[DONE]']])
    if (cut) response.destroy()
    else response.end()
  },
  call: (response: ServerResponse, name: string, input: object, ends = 'tool_calls') => {
    const written = JSON.stringify(input)
    const part = (delta: object, finish_reason: string | null = null) =>
      [
        null,
        { id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] },
      ] as const
    const args = (text: string) => ({ tool_calls: [{ index: 0, function: { arguments: text } }] })
    events(response, [
      part({ tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: { name, arguments: '' } }] }),
      part(args(written.slice(0, 5))),
      part(args(written.slice(5)), ends),
      [null, '[DONE]'],
    ])
    response.end()
  },
}

/** An answer as the Messages API streams it. */
export const anthropic = (response: ServerResponse, block: object, delta: object, stop_reason: string) => {
  const message = {
    id: 'm',
    type: 'message',
    role: 'assistant',
    model: 'x',
    content: [],
    stop_reason: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  }
  events(response, [
    ['message_start', { type: 'message_start', message }],
    ['content_block_start', { type: 'content_block_start', index: 0, content_block: block }],
    ['content_block_delta', { type: 'content_block_delta', index: 0, delta }],
    ['content_block_stop', { type: 'content_block_stop', index: 0 }],
    ['message_delta', { type: 'message_delta', delta: { stop_reason }, usage: { output_tokens: 1 } }],
    ['message_stop', { type: 'message_stop' }],
  ])
  response.end()
}
