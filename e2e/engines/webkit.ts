import { once } from 'node:events'
import { globSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { browserPatience } from '../../src/internal/fixtures/patience.fixture.ts'
import { findProgram } from '../setup/find-program.ts'
import { spawnWithUs } from '../setup/spawn-with-us.ts'
import { clickAction, moveAction, pressAction, type Actions } from './actions.ts'
import type { Engine, Tab } from './engine.ts'

/** Debian's WebKitGTK in its MiniBrowser, driven by W3C WebDriver. Its files are in `folder`, which the caller removes. */
export async function launchWebKit(folder: string): Promise<Engine> {
  const binary = miniBrowser()
  const home = await mkdtemp(join(folder, 'webkit-'))
  const screen = await startScreen()
  const driver = await startDriver({
    ...process.env,
    DISPLAY: screen.display,
    HOME: home,
    XDG_CACHE_HOME: home,
    XDG_CONFIG_HOME: home,
    XDG_DATA_HOME: home,
  }).catch(async (error: unknown) => {
    await screen.stop()
    throw error
  })

  let session: { javaScript: boolean; call: Call } | undefined

  /** The driver has one session at a time. A session is a browser, which takes seconds to start, so tabs share it. */
  async function sessionWith(javaScript: boolean): Promise<Call> {
    if (session?.javaScript === javaScript) return session.call
    await session?.call('DELETE', '')
    const { sessionId } = await driver.call<{ sessionId: string }>('POST', '/session', {
      capabilities: {
        alwaysMatch: {
          // If the driver itself waits for documents, it may wait forever.
          pageLoadStrategy: 'none',
          timeouts: { script: browserPatience, pageLoad: browserPatience, implicit: 0 },
          'webkitgtk:browserOptions': {
            binary,
            args: ['--automation', `--enable-javascript-markup=${javaScript}`],
          },
        },
      },
    })
    const call: Call = (method, path, body) =>
      driver.call(method, `/session/${sessionId}${path}`, body)
    session = { javaScript, call }
    return call
  }

  return {
    name: 'WebKit',
    open: async ({ javaScript }) => createTab(await sessionWith(javaScript)),
    async close() {
      await driver.stop()
      await screen.stop()
    },
  }
}

type Call = <Result>(method: string, path: string, body?: object) => Promise<Result>

async function createTab(call: Call): Promise<Tab> {
  const others = await call<string[]>('GET', '/window/handles')
  const { handle: here } = await call<{ handle: string }>('POST', '/window/new', { type: 'window' })
  // A session ends with its last window, so those of the tab before this one are closed only now.
  for (const handle of others) {
    await call('POST', '/window', { handle })
    await call('DELETE', '/window')
  }
  await call('POST', '/window', { handle: here })
  await call('POST', '/window/rect', { width: 1280, height: 800 })
  const act = (actions: Actions): Promise<unknown> => call('POST', '/actions', { actions })

  const evaluate: Tab['evaluate'] = (run, ...args) =>
    call('POST', '/execute/sync', { script: `return (${run})(...arguments)`, args })

  return {
    complaints: [],
    async goto(url) {
      await evaluate(() => {
        Object.assign(window, { left: true })
      })
      await call('POST', '/url', { url })
      const deadline = Date.now() + browserPatience
      while (!(await evaluate(isParsed).catch(() => false))) {
        if (Date.now() > deadline) throw new Error(`WebKit did not load ${url} in time`)
        await new Promise((resolve) => setTimeout(resolve, 25))
      }
    },
    evaluate,
    async moveTo(x, y) {
      await act(moveAction(x, y))
    },
    async clickAt(x, y, held) {
      await act(clickAction(x, y, held))
    },
    async press(key) {
      await act(pressAction(key))
    },
    async upload(selector, paths) {
      const element = await call<Record<string, string>>('POST', '/element', {
        using: 'css selector',
        value: selector,
      })
      await call('POST', `/element/${Object.values(element)[0]}/value`, { text: paths.join('\n') })
    },
    async openedTabs() {
      const urls: string[] = []
      for (const handle of await call<string[]>('GET', '/window/handles')) {
        if (handle === here) continue
        await call('POST', '/window', { handle })
        urls.push(await call<string>('GET', '/url'))
      }
      await call('POST', '/window', { handle: here })
      return urls
    },
    async close() {
      // Ends what the page still does. The next tab closes the window.
      await call('POST', '/url', { url: 'about:blank' })
    },
  }
}

/** Whether this is the next document, and it is complete. */
function isParsed(): boolean {
  return !('left' in window) && document.readyState !== 'loading'
}

async function startDriver(
  env: NodeJS.ProcessEnv,
): Promise<{ call: Call; stop: () => Promise<void> }> {
  const port = await freePort()
  const program = findProgram('WEBKIT_DRIVER', '/usr/bin/WebKitWebDriver', 'webkit2gtk-driver')
  const { stop, whileRunning } = spawnWithUs(program, [`--port=${port}`], env)

  const call: Call = async (method, path, body) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      // A function that never ends has to end before what repeats it. Nothing repeats the other commands.
      signal: AbortSignal.timeout(
        path.endsWith('/execute/sync') ? browserPatience / 3 : browserPatience,
      ),
      ...(body && {
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }),
    })
    const { value } = (await response.json()) as { value: any }
    if (!response.ok) throw new Error(`WebKit: ${method} ${path}: ${value.error} ${value.message}`)
    return value
  }
  const listens = async (): Promise<void> => {
    while (!(await call('GET', '/status').catch(() => undefined))) {
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  await whileRunning(listens())

  return { call, stop }
}

/** Starts a virtual screen, because the browser has no headless mode. */
async function startScreen(): Promise<{ display: string; stop: () => Promise<void> }> {
  const program = findProgram('XVFB', '/usr/bin/Xvfb', 'xvfb')
  const args = ['-displayfd', '3', '-screen', '0', '1280x800x24', '-nolisten', 'tcp']
  const { child, stop, whileRunning } = spawnWithUs(program, args)
  const [number] = (await whileRunning(once(child.stdio[3] as Readable, 'data'))) as [Buffer]

  return { display: `:${number.toString().trim()}`, stop }
}

function miniBrowser(): string {
  const [usual] = globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser')
  return findProgram('WEBKIT', usual ?? '/usr/lib/webkit2gtk-4.1/MiniBrowser', 'webkit2gtk-driver')
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
