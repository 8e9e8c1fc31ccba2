import type { Key } from './engine.ts'

/** Input as W3C WebDriver and WebDriver BiDi both describe it: https://www.w3.org/TR/webdriver2/#actions */
export type Actions = readonly object[]

export function moveAction(x: number, y: number): Actions {
  return [mouse(moveTo(x, y))]
}

export function clickAction(x: number, y: number, held?: 'Control'): Actions {
  const down = { type: 'pointerDown', button: 0 }
  const up = { type: 'pointerUp', button: 0 }
  const pause = { type: 'pause' }
  return held
    ? [
        keys({ type: 'keyDown', value: CONTROL }, pause, pause, pause, {
          type: 'keyUp',
          value: CONTROL,
        }),
        mouse(pause, moveTo(x, y), down, up, pause),
      ]
    : [mouse(moveTo(x, y), down, up)]
}

export function pressAction(key: Key): Actions {
  const values = key.split('+').map((name) => codes[name] ?? name)
  return [
    keys(
      ...values.map((value) => ({ type: 'keyDown', value })),
      ...values.toReversed().map((value) => ({ type: 'keyUp', value })),
    ),
  ]
}

const codes: Record<string, string> = {
  Enter: '\uE007',
  Tab: '\uE004',
  Escape: '\uE00C',
  Alt: '\uE00A',
  Shift: '\uE008',
}
const CONTROL = '\uE009'

function mouse(...actions: object[]): object {
  return { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }
}

function keys(...actions: object[]): object {
  return { type: 'key', id: 'keys', actions }
}

function moveTo(x: number, y: number): object {
  return {
    type: 'pointerMove',
    duration: 0,
    origin: 'viewport',
    x: Math.round(x),
    y: Math.round(y),
  }
}
