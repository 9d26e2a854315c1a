// The site service, except that a test decides what visitors get. Everything else goes to the real one.
import type { IncomingMessage } from 'node:http'
import type { Visit } from '@lms/site/contract'
import { siteService } from '@lms/site/service'
import { startSystem, type TestSystem } from '@lms/testing'
import { type GatewaySchool, newSchool, startTestGateway, type TestGateway } from '@lms/testing/gateway'
import { usersService } from '@lms/users/service'
import { request } from 'undici'
import type { GatewayConfig } from '../config.ts'
import { startTestService, type TestService } from '../http/test-service.ts'

export interface Question {
  path: string
  preview: string | null
}

export interface PublicFront {
  system: TestSystem
  gateway: TestGateway
  school: GatewaySchool
  /** The questions since the last reset. */
  questions: Question[]
  /** Requests to the site service about visits, as they arrived. */
  seen: { headers: IncomingMessage['headers']; body: string }[]
  answer: (question: Question) => Partial<Visit> | 'away' | 'silent'
  reset(): void
  stop(): Promise<void>
}

export const somePage: Visit = {
  status: 200,
  location: null,
  content_type: 'text/html; charset=utf-8',
  body: `<!DOCTYPE html><html lang="en"><title>Course</title><p>${'All about it. '.repeat(100)}</p></html>`,
  headers: {
    'content-security-policy': "default-src 'none'; style-src 'sha256-x'",
    'content-language': 'en',
  },
  keep_seconds: 60,
  interactive: false,
}

/** Starts a gateway in front of it, with a school. */
export async function startPublicFront(settings: Partial<GatewayConfig> = {}): Promise<PublicFront> {
  const system = await startSystem({ services: [usersService, siteService] })
  const service = await startTestService()
  const services = { ...system.addresses, site: service.url }
  const gateway = await startTestGateway(system, { services, ...settings })
  const front: PublicFront = {
    system,
    gateway,
    school: { schoolId: '', host: '', key: '' },
    questions: [],
    seen: [],
    answer: () => somePage,
    reset: () => {
      front.questions = []
      front.seen = []
      front.answer = () => somePage
    },
    stop: async () => {
      await gateway.stop()
      await service.stop()
      await system.stop()
    },
  }
  service.act = passOrAnswer(front, system.addresses.site!)
  front.school = await newSchool(gateway)
  front.reset()
  return front
}

const passOrAnswer =
  (front: PublicFront, real: string): TestService['act'] =>
  (incoming, response, body) => {
    if (incoming.url !== '/internal/visits/find') {
      const { host: _, connection: __, 'transfer-encoding': ___, ...headers } = incoming.headers
      const sent = request(`${real}${incoming.url}`, {
        method: incoming.method as 'GET',
        headers: headers as Record<string, string>,
        body: body || null,
      })
      sent.then(
        async answer => {
          const text = await answer.body.text()
          response.writeHead(answer.statusCode, { 'content-type': 'application/json' }).end(text)
        },
        () => response.destroy(),
      )
      return
    }
    const question = JSON.parse(body) as Question
    front.questions.push(question)
    front.seen.push({ headers: incoming.headers, body })
    const answer = front.answer(question)
    if (answer === 'silent') return
    if (answer === 'away') response.writeHead(503).end('{}')
    else
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ ...somePage, ...answer }))
  }
