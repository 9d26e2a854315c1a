// The Messages API of Anthropic. The SDK is loaded with the first question.
import type Anthropic from '@anthropic-ai/sdk'
import type { Model, Turn } from '../dialogue.ts'
import type { ModelPlace } from './endpoint.ts'

/** Tokens of one turn of the model. */
const maxTokens = 2000

export async function anthropicModel({ model, key, url, fetch }: ModelPlace): Promise<Model> {
  const { default: Client } = await import('@anthropic-ai/sdk')
  const client = new Client({ apiKey: key, baseURL: url, fetch, maxRetries: 1 })
  return {
    next: async ({ system, turns, tools, signal, onPiece }) => {
      const stream = client.messages.stream(
        {
          model,
          max_tokens: maxTokens,
          system,
          messages: turns.map(messageOf),
          tools: tools.map(({ name, description, schema }) => ({
            name,
            description,
            input_schema: schema as Anthropic.Tool.InputSchema,
          })),
        },
        { signal },
      )
      stream.on('text', piece => onPiece(piece))
      const { content, stop_reason, usage } = await stream.finalMessage()
      if (stop_reason === null) throw new Error('The answer of the model was cut off.')
      return {
        text: content.flatMap(part => (part.type === 'text' ? part.text : [])).join(''),
        calls: content.flatMap(part =>
          part.type === 'tool_use' ? { id: part.id, name: part.name, input: part.input } : [],
        ),
        tokens: usage.input_tokens + usage.output_tokens,
        isFull: stop_reason === 'max_tokens',
      }
    },
  }
}

function messageOf(turn: Turn): Anthropic.MessageParam {
  if (turn.role === 'person') return { role: 'user', content: turn.text }
  if (turn.role === 'tools')
    return {
      role: 'user',
      content: turn.results.map(({ id, text }) => ({ type: 'tool_result', tool_use_id: id, content: text })),
    }
  return {
    role: 'assistant',
    content: [
      ...(turn.text ? [{ type: 'text' as const, text: turn.text }] : []),
      ...turn.calls.map(({ id, name, input }) => ({ type: 'tool_use' as const, id, name, input })),
    ],
  }
}
