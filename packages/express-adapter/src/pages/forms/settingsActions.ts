import { type Form, type FormAction, run, sentIn, textIn } from './formAction.js'
import { acceptable, problemsBeside } from './formProblems.js'

const readPanel = (form: Form) => run(form, 'getPanelForm', () => ({ name: textIn(form, 'panel'), sent: sentIn(form) }))

export const settings: FormAction = {
  admits: 'browseSettings',
  isLarge: true,
  act: async form => {
    const { input: body } = acceptable(await readPanel(form))
    await run(form, 'editControlPanel', () => ({ name: textIn(form, 'panel'), body }))
  },
  showAgain: async (form, error, translate) => {
    const { form: page } = await readPanel(form)
    return { view: 'panel', answer: { ...page, ...problemsBeside(page.sections, error, translate) } }
  },
}

const readSetup = (form: Form) => run(form, 'getSetup', () => ({ sent: sentIn(form) }))

export const setup: FormAction = {
  admits: 'getSetup',
  isLarge: true,
  act: async form => {
    const { input } = acceptable(await readSetup(form))
    const { email, ...body } = input
    await run(form, 'setUpSite', () => body)
    const { caller } = form.context
    if (email !== undefined && caller.kind === 'member')
      await run(form, 'editUser', () => ({ id: caller.id, body: { email } }))
  },
  showAgain: async (form, error, translate) => {
    const { form: page } = await readSetup(form)
    return { view: 'setup', answer: { ...page, ...problemsBeside(page.sections, error, translate) } }
  },
}
