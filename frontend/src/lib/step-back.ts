// Going back by one step, however often it is asked for: the browser takes a moment, and whoever
// presses twice meanwhile would leave the list as well.

interface History {
  back: () => void;
  subscribe: (listener: () => void) => () => void;
}

let isUnderWay = false;

export function stepBack(history: History): void {
  if (isUnderWay) return;
  isUnderWay = true;
  const stop = history.subscribe(() => {
    isUnderWay = false;
    stop();
  });
  history.back();
}
