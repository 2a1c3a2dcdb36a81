export function Kbd({ children }: { children: string }) {
  return (
    <kbd className="inline-block min-w-6 rounded border border-b-2 border-edge bg-raised px-1.5 text-center font-sans text-xs leading-5">
      {children}
    </kbd>
  );
}
