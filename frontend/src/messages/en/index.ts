// What every visit needs, in one piece.
import layout from "./layout";
import reading from "./reading";
import signIn from "./sign-in";
import time from "./time";
import ui from "./ui";

export default { layout, reading, "sign-in": signIn, time, ui };
