import { mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findProgram } from '../setup/find-program.ts'
import { spawnWithUs } from '../setup/spawn-with-us.ts'
import { clickAction, moveAction, pressAction } from './actions.ts'
import { connectBiDi, type BiDi } from './bidi.ts'
import type { Engine, Tab } from './engine.ts'

/** Debian's Firefox, driven by WebDriver BiDi. Profiles are created in `folder`, which the caller removes. */
export async function launchFirefox(folder: string): Promise<Engine> {
  const withScripts = await startFirefox(folder, true)
  let withoutScripts: Promise<Firefox> | undefined

  return {
    name: 'Firefox',
    async open({ javaScript }) {
      // BiDi cannot disable scripts in one tab, so documents without scripts use a separate browser.
      const { bidi } = javaScript
        ? withScripts
        : await (withoutScripts ??= startFirefox(folder, false))
      return openTab(bidi)
    },
    async close() {
      await withScripts.stop()
      await withoutScripts?.then(({ stop }) => stop(), ignore)
    },
  }
}

/** The test that started the browser has failed with its error. */
function ignore(): void {}

interface Firefox {
  bidi: BiDi
  stop(): Promise<void>
}

async function startFirefox(folder: string, javaScript: boolean): Promise<Firefox> {
  const profile = await mkdtemp(join(folder, 'firefox-'))
  const preferences = Object.entries({ ...quiet, 'javascript.enabled': javaScript })
  await writeFile(
    join(profile, 'user.js'),
    preferences
      .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
      .join(''),
  )
  const program = findProgram('FIREFOX', '/usr/bin/firefox-esr', 'firefox-esr')
  const { stop, writes } = spawnWithUs(
    program,
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'],
    { ...process.env, HOME: profile, MOZ_CRASHREPORTER_DISABLE: '1' },
  )
  try {
    const [, address] = await writes(/WebDriver BiDi listening on (ws:\S+)\s/)
    return { bidi: await connectBiDi(`${address}/session`), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function openTab(bidi: BiDi): Promise<Tab> {
  const { userContext } = await bidi.send('browser.createUserContext')
  const { context } = await bidi.send('browsingContext.create', { type: 'tab', userContext })
  await bidi.send('browsingContext.setViewport', {
    context,
    viewport: { width: 1280, height: 720 },
  })
  const complaints: string[] = []
  const stopListening = bidi.on('log.entryAdded', ({ level, text, source }) => {
    if (level === 'error' && source.context === context) complaints.push(text)
  })
  const act = (actions: readonly object[]): Promise<unknown> =>
    bidi.send('input.performActions', { context, actions })
  const run = async (expression: string): Promise<any> => {
    const { result, exceptionDetails } = await bidi.send('script.evaluate', {
      expression,
      target: { context },
      awaitPromise: false,
      userActivation: true,
    })
    if (exceptionDetails) throw new Error(exceptionDetails.text)
    return result
  }

  return {
    complaints,
    async goto(url) {
      const navigate = (): Promise<unknown> =>
        bidi.send('browsingContext.navigate', { context, url, wait: 'interactive' })
      // The end of what the document before was still loading may be reported as that of this one.
      await navigate().catch((error: unknown) => {
        if (!/NS_BINDING_ABORTED/.test(String(error))) throw error
        return navigate()
      })
    },
    async evaluate(fn, ...args) {
      const call = `(${fn})(...${JSON.stringify(args)})`
      const { value } = await run(`JSON.stringify({ value: ${call} })`)
      return JSON.parse(value).value
    },
    async moveTo(x, y) {
      await act(moveAction(x, y))
    },
    async clickAt(x, y, held) {
      await act(clickAction(x, y, held))
    },
    async press(key) {
      await act(pressAction(key))
    },
    async upload(selector, files) {
      const element = await run(`document.querySelector(${JSON.stringify(selector)})`)
      await bidi.send('input.setFiles', { context, element, files })
    },
    async openedTabs() {
      const { contexts } = await bidi.send('browsingContext.getTree', { maxDepth: 0 })
      return contexts
        .filter((other: any) => other.userContext === userContext && other.context !== context)
        .map((other: any) => other.url)
    },
    async close() {
      stopListening()
      await bidi.send('browser.removeUserContext', { userContext })
    },
  }
}

/** Disables everything that the browser does by itself: updates, reports, blocklists and requests to its vendor. */
const quiet = {
  'app.normandy.enabled': false,
  'app.update.auto': false,
  'app.update.disabledForTesting': true,
  'app.update.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.contentblocking.introCount': 99,
  'browser.newtabpage.enabled': false,
  'browser.region.network.url': '',
  'browser.safebrowsing.downloads.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.safebrowsing.update.enabled': false,
  'browser.search.update': false,
  'browser.sessionstore.resume_from_crash': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage': 'about:blank',
  'browser.startup.homepage_override.mstone': 'ignore',
  'browser.startup.page': 0,
  'browser.topsites.contile.enabled': false,
  'datareporting.healthreport.uploadEnabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'datareporting.usage.uploadEnabled': false,
  'dom.disable_beforeunload': true,
  'dom.push.connection.enabled': false,
  'extensions.getAddons.cache.enabled': false,
  'extensions.systemAddon.update.enabled': false,
  'extensions.update.enabled': false,
  'media.gmp-manager.updateEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'network.dns.disablePrefetch': true,
  'network.http.speculative-parallel-limit': 0,
  'privacy.trackingprotection.enabled': false,
  'security.remote_settings.crlite_filters.enabled': false,
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
  'toolkit.telemetry.enabled': false,
  'toolkit.telemetry.server': 'data:,',
  'toolkit.telemetry.unified': false,
}
