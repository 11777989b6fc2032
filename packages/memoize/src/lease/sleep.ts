// Browsers and Node.js both provide this function.
declare const setTimeout: (task: () => void, milliseconds: number) => unknown

export const sleep = (milliseconds: number): Promise<void> =>
  new Promise(resolve => {
    setTimeout(resolve, milliseconds)
  })
