// A system with a gateway in front, and a browser that visits its schools, for specs of pages.
import type { Browser } from 'playwright-core'
import { startBrowser } from './browser.ts'
import { startTestGateway, type TestGateway } from './gateway.ts'
import { type SystemOptions, startSystem, type TestSystem } from './system.ts'

export interface VisitedSite {
  readonly system: TestSystem
  readonly gateway: TestGateway
  readonly browser: Browser
  stop(): Promise<void>
}

/** Starts them in this order. Where one cannot start, those before it are stopped. */
export async function startVisitedSite(options: SystemOptions): Promise<VisitedSite> {
  const started: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const end of started.reverse()) await end()
  }
  try {
    const system = await startSystem(options)
    started.push(() => system.stop())
    const gateway = await startTestGateway(system)
    started.push(() => gateway.stop())
    const browser = await startBrowser(gateway.running.port)
    started.push(() => browser.close())
    return { system, gateway, browser, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
