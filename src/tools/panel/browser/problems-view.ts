import type { Frame } from '../records.ts'
import { element, type Child } from './element.ts'
import { action, facts, formatClock, jump, mistakes, place, section } from './parts.ts'
import { rowsOf, type State, type View } from './state.ts'

/** What went wrong: errors of the server and of the tabs, and input that was refused. */
export const problemsView: View = {
  id: 'problems',
  title: 'Problems',
  controls: ({ link }) => [action('Clear', () => link.send({ type: 'clear' }))],
  rows: ({ problems }) =>
    rowsOf(problems, {
      isBad: ({ isEdited, kind }) => kind === 'error' && !isEdited,
      cells: ({ at, count, isEdited, kind, message }) => [
        element('span.grow', kind === 'input' && 'Refused input: ', message.split('\n')[0]),
        isEdited && element('span.tag', 'edited'),
        count > 1 && element('span.number', `× ${count}`),
        element('span.number.soft', formatClock(at)),
      ],
    }),
  empty: () => 'No problems.',
  detail(state, key) {
    const problem = state.problems.get(Number(key))!
    const { causes, count, excerpt, frames, input, kind, message, request = 0 } = problem
    const own = frames.filter(({ isOwn }) => isOwn)
    const others = frames.filter(({ isOwn }) => !isOwn)
    const summary = element('summary.jump', `Show ${others.length} frames of packages`)
    return [
      element('h2', kind === 'error' ? message : 'Input was refused'),
      facts([
        ['During', kind === 'error' && problem.where],
        ['Route', problem.routeId],
        ['File', own[0] && place(state, own[0])],
        ['Request', state.requests.has(request) && jump(state, 'requests', request, `${request}`)],
        ['Count', count > 1 && count],
        ['Edited', problem.isEdited && 'A file of its stack was edited since.'],
      ]),
      mistakes(input),
      excerpt && element('pre', { tabIndex: 0 }, excerpt),
      section('Caused by', ...causes.map((cause) => element('p', cause))),
      section('Stack', frameList(state, own)),
      others.length > 0 && element('details', summary, frameList(state, others)),
    ]
  },
}

function frameList(state: State, frames: readonly Frame[]): Child {
  const show = (frame: Frame): Child => [frame.name && `${frame.name} `, place(state, frame)]
  const lines = frames.map((frame) => element('li', show(frame)))
  return lines.length > 0 && element('ol', lines)
}
