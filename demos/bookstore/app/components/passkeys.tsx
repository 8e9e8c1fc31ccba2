import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import { useEffect, useState } from 'react'
import { routes } from '../routes.ts'
import { useIsLive } from './use-is-live.ts'

// Only pages that import this file load the library.

/** A button to log in with a passkey. The browser also offers passkeys in the field for the address. */
export function PasskeyLogin({ search }: { search: string }) {
  const [error, setError] = useState('')
  useEffect(() => {
    // The visitor has not asked for anything yet, so only a passkey that was chosen and refused is worth a word.
    const offer = async () => (await browserSupportsWebAuthnAutofill()) && logIn(search, true)
    offer().catch((error) => error instanceof Refusal && setError(error.message))
    return () => WebAuthnAbortService.cancelCeremony()
  }, [search])

  return (
    <PasskeyButton error={error} onPress={() => logIn(search, false)}>
      Use a passkey
    </PasskeyButton>
  )
}

async function logIn(search: string, useBrowserAutofill: boolean): Promise<void> {
  const optionsJSON = await send(routes.passkeys.loginOptions.href())
  const response = await startAuthentication({ optionsJSON, useBrowserAutofill })
  await finish(routes.passkeys.login.href() + search, response)
}

/** A button to add a passkey to the account. */
export function AddPasskey() {
  const add = async () => {
    const optionsJSON = await send(routes.passkeys.options.href())
    await finish(routes.passkeys.create.href(), await startRegistration({ optionsJSON }))
  }

  return <PasskeyButton onPress={add}>Add a passkey</PasskeyButton>
}

interface PasskeyButtonProps {
  children: string
  error?: string
  onPress: () => Promise<void>
}

/** The button works only with JavaScript, so it is not shown without. */
function PasskeyButton({ children, error = '', onPress }: PasskeyButtonProps) {
  const [message, setMessage] = useState('')
  if (!useIsLive() || !browserSupportsWebAuthn()) return null

  const press = () => {
    setMessage('')
    onPress().catch((error) =>
      setMessage(error instanceof Refusal ? error.message : 'No passkey was used.'),
    )
  }

  return (
    <div className="passkey">
      <button type="button" className="button quiet" onClick={press}>
        {children}
      </button>
      <p className="field-error" role="alert">
        {message || error}
      </p>
    </div>
  )
}

/** The shop did not accept a passkey. */
class Refusal extends Error {}

async function finish(path: string, response: object): Promise<void> {
  const { to } = await send(path, response)
  // A document, because another user may be logged in now.
  location.assign(to)
}

async function send(path: string, body?: object) {
  const response = await fetch(path, {
    method: 'POST',
    ...(body && {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }),
  })
  if (response.ok) return response.json()
  if (response.status === 401) location.reload() // The login is too old by now. The page asks for it again.
  throw new Refusal(
    response.status === 429
      ? 'Too many attempts. Wait a minute.'
      : 'That did not work. Please try again.',
  )
}
