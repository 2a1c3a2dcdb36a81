// Going back by one step, however often it is asked for: the browser takes a moment, and whoever
// presses twice meanwhile would leave the list as well.

interface History {
  back: () => void;
  subscribe: (listener: () => void) => () => void;
}

const step = { isPending: false };

export function stepBack(history: History): void {
  if (step.isPending) return;
  step.isPending = true;
  const stop = history.subscribe(() => {
    step.isPending = false;
    stop();
  });
  history.back();
}
