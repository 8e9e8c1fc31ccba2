import { relative } from 'node:path'
import { createInterface } from 'node:readline/promises'
import type { Command } from './command.ts'
import { createProject, templates, type Template } from './create-project.ts'

/** `framework new`: a project to begin with. */
export const newCommand: Command = {
  usage: '[folder] [options]',
  summary: 'Make a new project',
  takesFolder: true,
  options: {
    template: {
      value: '<name>',
      help: `What to begin with: ${templates.join(' or ')} (default: app)`,
    },
    framework: {
      value: '<version>',
      help: 'The version to depend on (default: this one, packed into vendor/)',
    },
    yes: { help: 'Ask nothing' },
  },

  async run(values, output, folder) {
    const isAsking = process.stdin.isTTY === true && values['yes'] !== true
    const ask = createAsk(isAsking)
    const chosen = folder ?? (await ask('Where shall it be?', 'my-app'))
    const template = String(
      values['template'] ?? (await ask(`Which template, ${templates.join(' or ')}?`, templates[0])),
    )
    if (!isTemplate(template)) {
      throw new Error(
        `There is no template ${JSON.stringify(template)}: use ${templates.join(' or ')}`,
      )
    }

    const framework = values['framework'] === undefined ? undefined : String(values['framework'])
    await createProject({ folder: chosen, template, framework })

    const path = relative(process.cwd(), chosen) || '.'
    const steps = [...(path === '.' ? [] : [`cd ${path}`]), 'npm install', 'npm run dev']
    output.out(`✓ Made ${path} from the template ${template}. Next:\n\n  ${steps.join('\n  ')}`)
  },
}

/** A question on the terminal, or its default answer. */
function createAsk(isAsking: boolean): (question: string, answer: string) => Promise<string> {
  return async (question, answer) => {
    if (!isAsking) return answer

    const terminal = createInterface({ input: process.stdin, output: process.stdout })
    try {
      return (await terminal.question(`${question} (${answer}) `)).trim() || answer
    } finally {
      terminal.close()
    }
  }
}

function isTemplate(name: string): name is Template {
  return (templates as readonly string[]).includes(name)
}
