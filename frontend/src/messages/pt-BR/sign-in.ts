import type { Translated } from "@/messages/shape";
import type english from "../en/sign-in";

export default {
  signIn: "Entrar",
  signInTitle: "Boas-vindas de volta",
  username: "Nome ou e-mail",
  newUsername: "Nome",
  password: "Senha",
  newPassword: "Nova senha",
  passwordHint: "Pelo menos 10 caracteres; algumas palavras funcionam bem.",
  forgot: "Esqueceu a senha?",
  forgotTitle: "Definir uma nova senha",
  forgotText: "Digite seu e-mail. Se houver uma conta com ele, um link será enviado.",
  resetDone: "Sua nova senha está definida. Entre com ela.",
  createAccount: "Criar conta",
  registerTitle: "Crie sua conta",
  firstTitle: "Boas-vindas ao Tidings",
  firstText: "Esta primeira conta será a do administrador.",
  haveAccount: "Já tenho uma conta",
  closedTitle: "O cadastro está fechado",
  closedText: "Peça um convite ao administrador.",
  inviteTitle: "Você recebeu um convite",
  send: "Enviar",
} satisfies Translated<typeof english>;
