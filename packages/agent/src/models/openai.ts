// Any endpoint that speaks the chat completions of OpenAI. The SDK is loaded with the first question.
import type OpenAI from 'openai'
import type { Model, ModelCall, Turn } from '../dialogue.ts'
import { inputOf, type ModelPlace } from './endpoint.ts'

type Message = OpenAI.Chat.Completions.ChatCompletionMessageParam

export async function openAiModel({ model, key, url, fetch }: ModelPlace): Promise<Model> {
  const { default: Client } = await import('openai')
  const client = new Client({ apiKey: key, baseURL: url, fetch, maxRetries: 1 })
  return {
    next: async ({ system, turns, tools, signal, onPiece }) => {
      const stream = await client.chat.completions.create(
        {
          model,
          stream: true,
          stream_options: { include_usage: true },
          messages: [{ role: 'system', content: system }, ...turns.flatMap(messagesOf)],
          tools: tools.map(({ name, description, schema }) => ({
            type: 'function' as const,
            function: { name, description, parameters: schema as Record<string, unknown> },
          })),
        },
        { signal },
      )
      let text = ''
      let ends: string | null = null
      let tokens: number | null = null
      const calls: { id: string; name: string; input: string }[] = []
      for await (const { choices, usage } of stream) {
        tokens = usage?.total_tokens ?? tokens
        const choice = choices?.[0]
        const piece = choice?.delta.content ?? ''
        if (piece) onPiece(piece)
        text += piece
        for (const { index, id, function: called } of choice?.delta.tool_calls ?? []) {
          calls[index] ??= { id: '', name: '', input: '' }
          const call = calls[index]
          call.id += id ?? ''
          call.name += called?.name ?? ''
          call.input += called?.arguments ?? ''
        }
        ends ??= choice?.finish_reason ?? null
      }
      if (!ends) throw new Error('The answer of the model was cut off.')
      const modelCalls: ModelCall[] = calls.map(({ id, name, input }) => ({
        id,
        name,
        input: inputOf(input),
      }))
      return { text, calls: modelCalls, tokens, isFull: ends === 'length' }
    },
  }
}

function messagesOf(turn: Turn): Message[] {
  if (turn.role === 'person') return [{ role: 'user', content: turn.text }]
  if (turn.role === 'tools')
    return turn.results.map(({ id, text }) => ({ role: 'tool', tool_call_id: id, content: text }))
  return [
    {
      role: 'assistant',
      content: turn.text,
      tool_calls: turn.calls.map(({ id, name, input }) => ({
        id,
        type: 'function',
        function: { name, arguments: JSON.stringify(input) },
      })),
    },
  ]
}
